# RPostgreSQL.  Connects as PGHOST, PGUSER and the like say; an id is a character string.
# The database needs CREATE EXTENSION wiji first.  The table orders is made here, and dropped at the end.
suppressMessages(library(RPostgreSQL))

db <- dbConnect(PostgreSQL(), host = Sys.getenv("PGHOST"), port = as.integer(Sys.getenv("PGPORT")),
	dbname = Sys.getenv("PGDATABASE"), user = Sys.getenv("PGUSER"), password = Sys.getenv("PGPASSWORD"))
items <- function(...) paste(dbGetQuery(db, ...)$item, collapse = ", ")
say <- function(...) cat(..., "\n", sep = "")

invisible(dbGetQuery(db, "CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)"))

# without ::text it warns of a type that it does not know, and gives the same
ids <- sapply(c("coffee", "tea", "cake", "bread"), function(item)
	dbGetQuery(db, "INSERT INTO orders (item) VALUES ($1) RETURNING id::text AS id", item)$id)
say("inserted: ", paste(names(ids), collapse = ", "))

say("by id: ", items("SELECT item FROM orders WHERE id = $1", ids[["coffee"]]))

# it has no arrays; as text it is one, for ids have no commas, quotes or braces
some <- sprintf("{%s}", paste(ids[c("coffee", "cake")], collapse = ","))
say("by a list of ids: ", items("SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id", some))

say("first page: ", items("SELECT item FROM orders ORDER BY id LIMIT 2"))
say("next page: ", items("SELECT item FROM orders WHERE id > $1 ORDER BY id LIMIT 2", ids[["tea"]]))

# it would send a time without its zone
hour_ago <- format(Sys.time() - 3600, "%Y-%m-%d %H:%M:%OS6%z")
say("since an hour ago: ", items("SELECT item FROM orders WHERE id >= wiji_lower($1) ORDER BY id", hour_ago))

made <- dbGetQuery(db, "SELECT extract(epoch FROM wiji_timestamp($1)) AS made", ids[["coffee"]])$made
say("made: ", if (abs(as.numeric(Sys.time()) - made) < 60) "just now" else made)

invisible(dbGetQuery(db, "DROP TABLE orders"))
invisible(dbDisconnect(db))
