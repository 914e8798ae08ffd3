-- The phone number of a member in E.164, from which it is found in any notation. Null for numbers from before, which
-- are compared by the digits of their text.
alter table member add column phone_e164 text;
drop index member_phone_digits_idx;
create index member_phone_digits_idx
  on member (right(regexp_replace(coalesce(phone_e164, phone_no), '\D', '', 'g'), 8));
