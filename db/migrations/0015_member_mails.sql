-- Mails of the programme: what each is about, that none goes out twice, and who opened them.

-- What a mail in the log was ordered for, so that it can be written again. A mail to a user names its letter; one to a member the
-- records that it speaks of. None for links to a new password, which only their owner may ask for.
create table mail_cause (
  mail_log_id bigint primary key references mail_log (id),
  letter text,
  user_id bigint references users (id),
  language text,
  member_card_id bigint references member_card (id),
  from_membership_id bigint references membership (id),
  voucher_redeem_id bigint references voucher_redeem (id),
  visit_id bigint references visit (id),
  -- What happens by the calendar happens once: `birthday 17 2026`.
  occasion text
);
create unique index mail_cause_occasion_key on mail_cause (occasion) where occasion is not null;

-- Mails that were ordered where guests wait, put by until many are entered in the log at once.
create table mail_order (
  id bigint generated always as identity primary key,
  mail_type text not null,
  voucher_redeem_id bigint,
  visit_id bigint,
  ordered_at timestamptz(0) not null
);

-- Openings that the log of mails has yet to count.
create table mail_opening (
  mail_log_id bigint not null references mail_log (id),
  at timestamptz(0) not null
);

-- Whose birthday it is at a hotel, as month and day: 229 on a leap day.
create index member_birthday_idx on member (hotel_id, (extract(month from birth_date) * 100 + extract(day from birth_date)))
  where deleted_at is null;
