# RPostgreSQL.  Connects with PGHOST, PGUSER and so on; an ID is a character string.
# Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
suppressMessages(library(RPostgreSQL))

db <- dbConnect(PostgreSQL(), host = Sys.getenv("PGHOST"), port = as.integer(Sys.getenv("PGPORT")),
	dbname = Sys.getenv("PGDATABASE"), user = Sys.getenv("PGUSER"), password = Sys.getenv("PGPASSWORD"))
items <- function(...) paste(dbGetQuery(db, ...)$item, collapse = ", ")
say <- function(...) cat(..., "\n", sep = "")

invisible(dbGetQuery(db, "CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)"))

# without ::text it warns about an unknown type, and returns the same
ids <- sapply(c("coffee", "tea", "cake", "bread"), function(item)
	dbGetQuery(db, "INSERT INTO orders (item) VALUES ($1) RETURNING id::text AS id", item)$id)
say("inserted: ", paste(names(ids), collapse = ", "))

say("by ID: ", items("SELECT item FROM orders WHERE id = $1", ids[["coffee"]]))

# no arrays, so send one as text: IDs have no commas, quotes or braces
some <- sprintf("{%s}", paste(ids[c("coffee", "cake")], collapse = ","))
say("by a list of IDs: ", items("SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id", some))

say("first page: ", items("SELECT item FROM orders ORDER BY id LIMIT 2"))
say("next page: ", items("SELECT item FROM orders WHERE id > $1 ORDER BY id LIMIT 2", ids[["tea"]]))

# it would send a timestamp without its time zone
hour_ago <- format(Sys.time() - 3600, "%Y-%m-%d %H:%M:%OS6%z")
say("since an hour ago: ", items("SELECT item FROM orders WHERE id >= wiji_lower($1) ORDER BY id", hour_ago))

created <- dbGetQuery(db, "SELECT extract(epoch FROM wiji_timestamp($1)) AS created", ids[["coffee"]])$created
say("created: ", if (abs(as.numeric(Sys.time()) - created) < 60) "just now" else created)

invisible(dbGetQuery(db, "DROP TABLE orders"))
invisible(dbDisconnect(db))
