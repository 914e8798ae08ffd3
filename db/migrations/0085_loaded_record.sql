-- Records that were loaded past the operation log, members at scale: the log has no entry of how they were made, and the audit knows
-- why. It can be appended to only, like the log.
create table loaded_record (
  resource text not null,
  first_id bigint not null,
  last_id bigint not null,
  at timestamptz(0) not null default clock_timestamp(),
  primary key (resource, first_id),
  check (first_id <= last_id)
);
revoke update, delete, truncate on loaded_record from public, current_user;
