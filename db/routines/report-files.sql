-- Report files that jobs make.

-- A finished or failed file is immutable, however late another attempt ends.
create or replace trigger keep_ended_file before update on report_file for each row
  when (old.state in ('done', 'failed')) execute function reject_changed_columns('except', '{}');
