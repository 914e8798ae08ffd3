-- Files of reports that jobs make.

-- A file that is whole or has failed stays so, whichever attempt comes late.
create or replace function keep_ended_file() returns trigger language plpgsql as $$
begin
  raise exception 'The file % has ended', old.id;
end $$;

create or replace trigger ended before update on report_file
  for each row when (old.state in ('done', 'failed')) execute function keep_ended_file();
