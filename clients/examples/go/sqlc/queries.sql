-- name: AddOrder :one
INSERT INTO orders (item) VALUES ($1) RETURNING id;

-- name: AddOrderWithID :exec
INSERT INTO orders (id, item) VALUES ($1, $2);

-- name: Item :one
SELECT item FROM orders WHERE id = $1;

-- name: ItemsSince :many
SELECT item FROM orders WHERE id >= wiji_lower(sqlc.arg(since)::timestamptz) ORDER BY id;

-- name: ItemsOf :many
SELECT item FROM orders WHERE id = ANY (sqlc.arg(ids)::wiji[]) ORDER BY id;
