-- When an invitation was last mailed to a user who has not chosen a password yet.
alter table users add invited_at timestamptz(0);
