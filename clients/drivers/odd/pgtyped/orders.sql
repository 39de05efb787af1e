/* @name insertOrder */
INSERT INTO orders (item) VALUES (:item!) RETURNING id;

/* @name insertWithId */
INSERT INTO orders (id, item) VALUES (:id!, :item!);

/* @name byId */
SELECT item FROM orders WHERE id = :id!;

/* @name byIds */
SELECT item FROM orders WHERE id = ANY (:ids!) ORDER BY id;

/* @name since */
SELECT item FROM orders WHERE id >= wiji_lower(:start!) ORDER BY id;

/* @name createdAt */
SELECT wiji_timestamp(:id!) AS at;
