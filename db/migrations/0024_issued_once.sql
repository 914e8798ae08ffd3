-- A term has each voucher of a membership's book once, however often its member rises: the key says for which term, which
-- voucher, and the how many-th. It stays when a voucher is deleted or exchanged; vouchers that were made by hand have none.

-- The card with which the term of a card began. One that was made by hand in the days of another begins none.
create function term_of(card bigint) returns bigint language plpgsql stable as $$
declare
  term bigint := card;
  before bigint;
begin
  loop
    select coalesce(c.upgraded_from_id, case when c.transaction_id is null then (
             select min(o.id) from member_card o
             where o.member_id = c.member_id and o.id < c.id and o.upgraded_from_id is null
               and o.start_date <= c.end_date and c.start_date <= o.end_date) end)
    into before from member_card c where c.id = term;
    exit when before is null;
    term := before;
  end loop;
  return term;
end $$;

alter table member_voucher add column issued_as text;
alter table member_voucher disable trigger user;
with recursive chain as (
  select id, id as term from member_card where upgraded_from_id is null
  union all
  select c.id, chain.term from member_card c join chain on chain.id = c.upgraded_from_id
)
update member_voucher v set issued_as = concat_ws('/', n.term, n.voucher_id, n.number)
from (select v.id, chain.term, v.voucher_id, row_number() over (partition by chain.term, v.voucher_id order by v.id) as number
      from member_voucher v join chain on chain.id = v.member_card_id) n
where n.id = v.id;
alter table member_voucher enable trigger user;
create unique index member_voucher_issued_as_key on member_voucher (issued_as);

-- Card numbers ---------------------------------------------------------------------------------------------------------

-- Whoever knows a card's number sees its member and their vouchers at any counter: seven digits that count, eight that cannot be
-- guessed, and a check digit; four groups of four on the card. Numbers that were given before stay as they are.
create or replace function next_card_no() returns text language plpgsql volatile as $$
declare
  n text := nextval('card_no_seq')::text;
  secret text := (('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint % 100000000)::text;
  number text := lpad(n, greatest(7, length(n)), '0') || lpad(secret, 8, '0');
begin
  return number || check_digit(number, '0123456789');
end $$;
