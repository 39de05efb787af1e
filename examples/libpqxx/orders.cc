// libpqxx.  Connects with PGHOST, PGUSER and so on; an ID is a std::string.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
#include <chrono>
#include <cmath>
#include <format>
#include <iostream>
#include <map>
#include <pqxx/pqxx>
#include <string>
#include <vector>

static std::string
items(pqxx::result const &rows)
{
	std::string list;

	for (auto const &row : rows)
		list += (list.empty() ? "" : ", ") + row["item"].as<std::string>();
	return list;
}

int
main()
{
	pqxx::connection db;
	pqxx::work tx{db};
	std::map<std::string, std::string> ids;

	tx.exec("CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)");

	std::cout << "inserted:";
	for (std::string item : {"coffee", "tea", "cake", "bread"}) {
		ids[item] = tx.exec("INSERT INTO orders (item) VALUES ($1) RETURNING id", pqxx::params{tx, item})[0][0].as<std::string>();
		std::cout << (ids.size() == 1 ? " " : ", ") << item;
	}

	std::cout << "\nby ID: " << items(tx.exec("SELECT item FROM orders WHERE id = $1", pqxx::params{tx, ids["coffee"]}));

	// a vector is sent as an array without a type, which the server reads as wiji[]
	std::vector<std::string> some{ids["coffee"], ids["cake"]};
	std::cout << "\nby a list of IDs: " << items(tx.exec("SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id", pqxx::params{tx, some}));

	std::cout << "\nfirst page: " << items(tx.exec("SELECT item FROM orders ORDER BY id LIMIT 2"));
	std::cout << "\nnext page: " << items(tx.exec("SELECT item FROM orders WHERE id > $1 ORDER BY id LIMIT 2", pqxx::params{tx, ids["tea"]}));

	// a timestamp is text, with its time zone
	auto hour_ago = std::format("{:%FT%TZ}", std::chrono::system_clock::now() - std::chrono::hours{1});
	std::cout << "\nsince an hour ago: " << items(tx.exec("SELECT item FROM orders WHERE id >= wiji_lower($1) ORDER BY id", pqxx::params{tx, hour_ago}));

	auto created = tx.exec("SELECT wiji_timestamp_us($1)", pqxx::params{tx, ids["coffee"]})[0][0].as<long long>();
	auto now = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
	std::cout << "\ncreated: " << (std::abs(now - created) < 60000000 ? "just now" : std::to_string(created)) << "\n";

	// rows with their IDs, by COPY
	auto copy = pqxx::stream_to::table(tx, {"orders"}, {"id", "item"});
	copy.write_values("06C31QQ30K880007VPPQCVK2KZ", "milk");
	copy.complete();
	if (items(tx.exec("SELECT item FROM orders WHERE id = '06C31QQ30K880007VPPQCVK2KZ'")) != "milk")
		throw std::runtime_error("COPY");

	tx.exec("DROP TABLE orders");
	tx.commit();
}
