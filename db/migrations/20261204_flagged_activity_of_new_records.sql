-- Flagged activity is found among new records alone: the lines of the audit log after this one. The version before
-- compared late bills once a day.
create table flagged_activity_mark (
  line_id bigint not null
);
insert into flagged_activity_mark
select coalesce(max(id), 0) from audit_log where at < now() - interval '2 days';

-- From which count on activity of a kind is flagged at a hotel, among its bills or its redemptions.
create table flagged_activity_limit (
  hotel_id bigint not null references hotel,
  kind text not null,
  is_bill boolean not null,
  times integer not null check (times >= 1),
  computed_at timestamptz(0) not null,
  primary key (hotel_id, kind, is_bill)
);

-- A new bill is compared with those of its hotel on its day, which may be weeks ago.
create index visit_hotel_id_visit_date_idx on visit (hotel_id, visit_date) where deleted_at is null;
