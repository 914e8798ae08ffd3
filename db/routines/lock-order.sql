-- One lock order: member, card, voucher, redemption, each by ascending id. A write to one of them, to a sale or to a
-- visit locks the member first, so that two writes wait there and cannot deadlock later. There are two kinds of lock on
-- a member:
--
-- - no key update, which excludes each other, for writes that go on to cards: edits of cards, vouchers and sales
-- - key share, which excludes merging and deleting, for redemptions and visits, so that bills of the member can be
--   posted meanwhile
--
-- A redemption needs no lock on its card, because a write that deactivates, moves or deletes a card locks its vouchers
-- (sync_card_voucher_states).

-- Locks the members of some records, and the given other members. If a member was merged while this waited, the records
-- belong to another member, who is locked as well.
create or replace function lock_members_of(records regclass, ids bigint[], others bigint[], is_shared boolean)
  returns void language plpgsql as $$
declare
  members bigint[];
  locked bigint[] := '{}';
begin
  loop
    execute format('select array_agg(distinct member_id) from %s where id = any($1) and member_id is not null',
      records) into members using ids;
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
create or replace function lock_vouchers_of_redemptions(redemptions bigint[]) returns void language plpgsql as $$
begin
  perform lock_members_of('voucher_redeem', redemptions, '{}', true);
  perform from member_voucher where id in (select member_voucher_id from voucher_redeem where id = any(redemptions))
    order by id for no key update;
end $$;
