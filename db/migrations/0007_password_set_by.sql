-- Who set a password, where that was not its owner; and whether it opens nothing any more, because its user has risen above who set it.
alter table users add column password_set_by_id bigint constraint users_password_set_by_id_fkey references users (id);
alter table users add column is_password_void boolean not null default false;
