-- Report files that jobs make.

-- A finished or failed file is immutable, however late another attempt ends.
create or replace function guard_ended_file_immutable() returns trigger language plpgsql as $$
begin
  raise exception 'The file % has ended', old.id;
end $$;

create or replace trigger guard_immutable before update on report_file
  for each row when (old.state in ('done', 'failed')) execute function guard_ended_file_immutable();
