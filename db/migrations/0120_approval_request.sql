-- By which request an approval was decided, and so what was done with it: the log has the rest. Unknown of those decided before.
alter table approval add column request_id text;
grant update (request_id) on approval to current_user;
create index approval_request_id_idx on approval (request_id) where request_id is not null;
