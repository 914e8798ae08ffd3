-- Approvals, merges, corrections of rates and the rights of role groups are logged from now on. What exists already is logged as it is now.
-- See docs/decisions/0093-log-chain.md.

set local timezone = 'UTC';

insert into operation (resource, record_id, action, after)
select 'approval', id, 'create', to_jsonb(a) - 'id' from approval a order by id;
insert into operation (resource, record_id, action, after)
select 'member_merge', id, 'create', to_jsonb(m) - 'id' from member_merge m order by id;
insert into operation (resource, record_id, action, after)
select 'rate_correction', id, 'create', to_jsonb(c) - 'id' from rate_correction c order by id;

-- The reference data and the demonstration gave rights that were not logged.
insert into operation (resource, record_id, action, before, after)
select 'role_group', g.id, 'create', jsonb_build_object('rolesId', o.rights), jsonb_build_object('rolesId', r.rights)
from role_group g
cross join lateral (select coalesce(jsonb_agg(roles_id order by roles_id), '[]') as rights from role_group_role where role_group_id = g.id) r
cross join lateral (
  select coalesce((
    select after -> 'rolesId' from operation where resource = 'role_group' and record_id = g.id and after ? 'rolesId' order by id desc limit 1), '[]') as rights) o
where r.rights <> o.rights
order by g.id;
