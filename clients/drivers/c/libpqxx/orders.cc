// libpqxx.  Connects with PGHOST, PGUSER and so on; an ID is a std::string.
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
	for (std::string item : {"coffee", "tea", "cake"}) {
		ids[item] = tx.exec("INSERT INTO orders (item) VALUES ($1) RETURNING id", pqxx::params{tx, item})[0][0].as<std::string>();
		std::cout << (ids.size() == 1 ? " " : ", ") << item;
	}

	auto created = tx.exec("SELECT wiji_timestamp_us($1)", pqxx::params{tx, ids["coffee"]})[0][0].as<long long>();
	auto now = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
	std::cout << "\ncreated: " << (std::abs(now - created) < 60000000 ? "just now" : std::to_string(created));

	// a timestamp is text, with its time zone
	auto yesterday = std::format("{:%FT%TZ}", std::chrono::system_clock::now() - std::chrono::days{1});
	std::cout << "\nthe last day: " << items(tx.exec("SELECT item FROM orders WHERE id >= wiji_lower($1) ORDER BY id", pqxx::params{tx, yesterday}));

	// a vector is sent as an array without a type, which the server reads as wiji[]
	std::vector<std::string> some{ids["coffee"], ids["cake"]};
	std::cout << "\na list of IDs: " << items(tx.exec("SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id", pqxx::params{tx, some}));

	// rows with their IDs, by COPY
	auto copy = pqxx::stream_to::table(tx, {"orders"}, {"id", "item"});
	copy.write_values("06C31QQ30K880007VPPQCVK2KZ", "sugar");
	copy.complete();
	std::cout << "\nfrom the application: " << items(tx.exec("SELECT item FROM orders WHERE id = '06C31QQ30K880007VPPQCVK2KZ'")) << "\n";

	tx.exec("DROP TABLE orders");
	tx.commit();
}
