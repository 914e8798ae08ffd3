-- Run once by the image of PostgreSQL, on an empty volume: the role of Innkeeper, which owns its database and nothing else.
\getenv password DATABASE_PASSWORD
create role innkeeper login password :'password';
create database innkeeper owner innkeeper template template0 encoding 'UTF8' locale 'C.UTF-8';
revoke all on database innkeeper from public;
