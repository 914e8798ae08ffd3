-- One order of locks: member, card, voucher, redemption; of each the lower id first. A write to one of them, to a sale or to a visit locks the member
-- first, so that two writes meet there, and not later, each with a row that the other needs. Members are locked in one of two ways:
--
-- - against each other (no key update), if the write goes on to cards: edits of cards, vouchers and sales
-- - against merging and deleting alone (key share), if it does not: redemptions and visits. Bills of the member can be posted meanwhile.
--
-- A redemption needs no lock on its card: a write that switches a card off, moves it or deletes it locks its vouchers (count_card_vouchers).

-- Locks the members of some records, and further ones. If a member was merged while this waited, the records belong to another member, who is
-- locked, too.
create or replace function lock_members_of(records regclass, ids bigint[], others bigint[], is_shared boolean) returns void language plpgsql as $$
declare
  members bigint[];
  locked bigint[] := '{}';
begin
  loop
    execute format('select array_agg(distinct member_id) from %s where id = any($1) and member_id is not null', records) into members using ids;
    members := coalesce(members, '{}') || others;
    exit when members <@ locked;
    if is_shared then
      perform from member where id = any(members) order by id for key share;
    else
      perform from member where id = any(members) order by id for no key update;
    end if;
    locked := locked || members;
  end loop;
end $$;

-- Locks the vouchers of some redemptions, after their members.
create or replace function lock_redeemed(redemptions bigint[]) returns void language plpgsql as $$
begin
  perform lock_members_of('voucher_redeem', redemptions, '{}', true);
  perform from member_voucher where id in (select member_voucher_id from voucher_redeem where id = any(redemptions)) order by id for no key update;
end $$;
