-- What each mail said when it was sent, compressed, for as long as somebody may ask about it. Its log entry stays.
create table mail_content (
  mail_log_id bigint primary key references mail_log,
  sent_at timestamptz(0) not null,
  content bytea not null
);
create index mail_content_sent_at_idx on mail_content (sent_at);
