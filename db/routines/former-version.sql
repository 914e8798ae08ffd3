-- What processes of version 0.1.0 call, which go on while a process of this version has migrated the database.

-- True for a transaction whose lines are final.
create or replace function is_settled(transaction_id bigint) returns boolean language sql stable as
$$ select has_final_lines(is_settled.transaction_id) $$;
