-- How often each mail was opened and its links were followed, and when. The log has the same as a text.
create table mail_tracking (
  mail_log_id bigint primary key references mail_log,
  open_count integer not null default 0,
  first_opened_at timestamptz(0),
  last_opened_at timestamptz(0),
  click_count integer not null default 0,
  first_clicked_at timestamptz(0),
  last_clicked_at timestamptz(0)
);

-- `2 × 2026-05-22 03:00 – 2026-05-23 04:30`. The oldest entries lack the first moment: `2 × 2026-05-23 04:30`.
insert into mail_tracking (mail_log_id, open_count, first_opened_at, last_opened_at)
select id, parts[1]::integer,
  case when parts[1] = '1' or parts[3] is not null then (parts[2] || 'Z')::timestamptz end,
  (coalesce(parts[3], parts[2]) || 'Z')::timestamptz
from mail_log, regexp_match(track, '^(\d+) × (\d{4}-\d\d-\d\d \d\d:\d\d)(?: – (\d{4}-\d\d-\d\d \d\d:\d\d))?$') parts
where parts is not null;

alter table mail_opening add column is_click boolean not null default false;
