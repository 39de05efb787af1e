/* @name insertOrder */
INSERT INTO orders (item) VALUES (:item!) RETURNING id;

/* @name byId */
SELECT item FROM orders WHERE id = :id!;

/* @name byIds */
SELECT item FROM orders WHERE id = ANY (:ids!) ORDER BY id;

/* @name firstPage */
SELECT id, item FROM orders ORDER BY id LIMIT 2;

/* @name nextPage */
SELECT id, item FROM orders WHERE id > :last! ORDER BY id LIMIT 2;

/* @name since */
SELECT item FROM orders WHERE id >= wiji_lower(:start!) ORDER BY id;

/* @name createdAt */
SELECT wiji_timestamp(:id!) AS at;
