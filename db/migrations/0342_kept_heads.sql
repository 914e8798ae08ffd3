-- The newest seal of the operation log when a month was closed, and the one that a reconciliation was requested to find.
-- See docs/decisions/0093-log-chain.md.
alter table month_close add column seal_id bigint, add column seal_hash bytea,
  add constraint month_close_seal_hash_check check ((seal_id is null) = (seal_hash is null));
alter table audit_run add column head text;
