-- A user who is given more goes on in the sessions that run. A new password is owed at the next sign-in, and only where the present one was set
-- by somebody else: the user says that a rise asked for it, the session whether it began while one was owed.
alter table users add column is_owed_by_rise boolean not null default false;
alter table session add column must_change_password boolean not null default false;
update session s set must_change_password = true from users u where u.id = s.user_id and u.must_change_password and s.ended_at is null;
