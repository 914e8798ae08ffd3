-- A refresh whose answer was lost gets the same answer again for half a minute: the new pair of tokens follows from the old refresh
-- token, which is stored nowhere, and from this salt, which is forgotten afterwards.
-- See docs/decisions/0084-a-lost-refresh-is-repeated.md.
alter table refresh_token add column answer_salt bytea constraint refresh_token_answer_salt_check check (length(answer_salt) = 32);
