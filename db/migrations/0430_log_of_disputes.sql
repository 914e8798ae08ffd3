-- Disputes of payments are logged from now on. What exists already is logged as it is now, like the decisions of 0341.

set local timezone = 'UTC';

insert into operation (resource, record_id, action, after)
select 'sale_dispute', id, 'create', to_jsonb(d) - 'id' from sale_dispute d order by id;
