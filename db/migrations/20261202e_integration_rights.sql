-- Integrations with permission codes and more than one hotel, and the guests that they enrol.

alter table integration add column sees_all_hotels boolean not null default false;

create table integration_role (
  integration_id bigint not null references integration (id),
  roles_id bigint not null references roles (id),
  primary key (integration_id, roles_id)
);
create index integration_role_roles_id_idx on integration_role (roles_id);

create table integration_hotel (
  integration_id bigint not null references integration (id),
  hotel_id bigint not null references hotel (id),
  primary key (integration_id, hotel_id)
);
create index integration_hotel_hotel_id_idx on integration_hotel (hotel_id);

-- The members that an integration has enrolled, by their number in its own system.
create table integration_member (
  integration_id bigint not null references integration (id),
  reference_no text not null,
  member_id bigint not null references member (id),
  primary key (integration_id, reference_no)
);
create index integration_member_member_id_idx on integration_member (member_id);

-- Integrations export lists and reports, too. Their ids are negative in logs.
alter table export_log drop constraint export_log_actor_id_fkey;
