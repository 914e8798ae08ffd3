import { deferStatement } from '@innkeeper/db';
import { sql } from 'kysely';
import type { ReferenceHooks, WriteContext } from '../engine/resources/resource-hooks.ts';

type LockFirst = NonNullable<ReferenceHooks['lockFirst']>;

/*
 * Lock order (db/routines/lock-order.sql): member, card, voucher, redemption. The locks are taken together with the next
 * statement.
 */

/** Before cards and sales: their members, and their new member. */
export const lockMembers =
  (table: 'member_card' | 'transaction'): LockFirst =>
  ({ tx }, ids, { member_id }) =>
    deferStatement(
      tx,
      sql`select lock_members_of(${table}, ${ids}::bigint[], ${toIdList(member_id)}::bigint[], false)`,
    );

/** Before visits: their members, only against merging and deleting. */
export const lockMembersOfVisits: LockFirst = ({ tx }, ids, { member_id }) =>
  deferStatement(tx, sql`select lock_members_of('visit', ${ids}::bigint[], ${toIdList(member_id)}::bigint[], true)`);

/** Before vouchers: their members, and the member of their new card. */
export const lockMembersOfVouchers: LockFirst = ({ tx }, ids, { member_card_id }) =>
  deferStatement(
    tx,
    sql`select lock_members_of('member_voucher', ${ids}::bigint[],
      array(select member_id from member_card where id = any(${toIdList(member_card_id)}::bigint[])), false)`,
  );

/** Before a new record for a card: the card's member. */
export const lockMemberOfCard = ({ tx }: WriteContext, cardId: unknown): Promise<unknown> =>
  deferStatement(tx, sql`select lock_members_of('member_card', ${toIdList(cardId)}::bigint[], '{}', false)`);

/** Locks the vouchers of redemptions, members first, before the redemptions themselves. */
export const lockRedeemedVouchers: LockFirst = ({ tx }, ids) =>
  deferStatement(tx, sql`select lock_vouchers_of_redemptions(${ids}::bigint[])`);

/** The value sent for a reference, if it is a valid id. */
const toIdList = (value: unknown): number[] => {
  const id = typeof value === 'string' ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? [id] : [];
};
