-- What a hotel's own system may do, from which addresses, and until when.
alter table integration
  add column may_read_members boolean not null default true,
  add column may_redeem boolean not null default true,
  add column may_post_visits boolean not null default true,
  add column addresses text,
  add column end_date date;

-- A system looks guests up as a clerk does. In logs it acts as its id below zero: see docs/decisions/integrations-act.md.
alter table look_up drop constraint look_up_actor_id_fkey;
