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
