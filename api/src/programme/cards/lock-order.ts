import { sql } from 'kysely';
import type { Behaviour, WriteContext } from '../../engine/resources/behaviour.ts';

/* The order of locks (db/living/locks.sql): member, card, voucher, redemption. */

/** Before cards and sales: their members, and the one to whom they will belong. */
export const lockMembers =
  (table: 'member_card' | 'transaction'): NonNullable<Behaviour['lockFirst']> =>
  ({ tx }, ids, { member_id }) =>
    sql`select lock_members_of(${table}, ${ids}::bigint[], ${idsIn(member_id)}::bigint[], false)`.execute(tx);

/** Before visits: their members, against merging and deleting alone. */
export const lockMembersOfVisits: NonNullable<Behaviour['lockFirst']> = ({ tx }, ids, { member_id }) =>
  sql`select lock_members_of('visit', ${ids}::bigint[], ${idsIn(member_id)}::bigint[], true)`.execute(tx);

/** Before vouchers: their members, and that of the card to which they will belong. */
export const lockMembersOfVouchers: NonNullable<Behaviour['lockFirst']> = ({ tx }, ids, { member_card_id }) =>
  sql`select lock_members_of('member_voucher', ${ids}::bigint[],
        array(select member_id from member_card where id = any(${idsIn(member_card_id)}::bigint[])), false)`.execute(
    tx,
  );

/** Before a new record of a card: the card's member. */
export const lockMemberOfCard = ({ tx }: WriteContext, cardId: unknown): Promise<unknown> =>
  sql`select lock_members_of('member_card', ${idsIn(cardId)}::bigint[], '{}', false)`.execute(tx);

/** Before redemptions: their members, then their vouchers. */
export const lockRedeemed: NonNullable<Behaviour['lockFirst']> = ({ tx }, ids) =>
  sql`select lock_redeemed(${ids}::bigint[])`.execute(tx);

/** A value that was sent for a reference, if it can be an id. */
const idsIn = (value: unknown): number[] => {
  const id = typeof value === 'string' ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? [id] : [];
};
