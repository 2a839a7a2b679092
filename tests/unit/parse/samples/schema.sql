-- Users of the shop.
CREATE TABLE shop.users (
    id SERIAL PRIMARY KEY,
    name VARCHAR(100) NOT NULL
);

CREATE INDEX idx_users_name ON users (name);

CREATE VIEW active_users AS SELECT * FROM users;

CREATE OR REPLACE FUNCTION add_user(name text) RETURNS integer AS $$
BEGIN
    RETURN 1;
END;
$$ LANGUAGE plpgsql;

CREATE TYPE mood AS ENUM ('sad', 'ok');

CREATE TRIGGER audit AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION log();

CREATE SCHEMA shop;

CREATE SEQUENCE counter;

ALTER TABLE users ADD COLUMN age INT;

CREATE PROCEDURE shop.close(IN day date)
LANGUAGE plpgsql
AS $$
BEGIN
    CREATE TEMP TABLE closed (id int);
END;
$$;

CREATE TABLE "Orders" ("orderId" int, total int);

CREATE DOMAIN email AS text CHECK (value ~ '@');

WITH recent AS (SELECT 1) SELECT * FROM recent;

SET search_path = "shop";

CREATE TABLE orders_2024 PARTITION OF orders FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
CREATE POLICY "Owners see orders"
    ON orders FOR SELECT USING (auth.uid() = owner);
CREATE RULE no_delete AS ON DELETE TO orders DO INSTEAD NOTHING;
CREATE EVENT TRIGGER no_drop ON sql_drop EXECUTE FUNCTION refuse();
CREATE SCHEMA IF NOT EXISTS sales AUTHORIZATION clerk;
