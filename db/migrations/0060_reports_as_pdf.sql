-- Reports are taken out as pages too.
alter table export_log drop constraint export_log_format_check,
  add constraint export_log_format_check check (format in ('csv', 'xlsx', 'pdf'));
