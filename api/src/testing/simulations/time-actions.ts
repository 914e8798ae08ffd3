import { sql } from 'kysely';
import type { Actions, Simulation } from './simulation.ts';

/** Lets time pass for one member by moving all of the member's records back. */
export const TIME_ACTIONS = {
  'ten months pass': async (simulation, pick) => {
    const id = pick(simulation.members);
    if (id !== undefined) await ageMember(simulation, id, 300);
    return undefined;
  },
  'a year passes': async (simulation, pick) => {
    const id = pick(simulation.members);
    if (id !== undefined) await ageMember(simulation, id, 366);
    return undefined;
  },
} satisfies Actions;

/**
 * Moves the cards one by one, so that they never overlap. Records of a closed month cannot move: the database rejects
 * this, and all records stay unchanged.
 */
async function ageMember({ setup: { api } }: Simulation, member: number, days: number): Promise<void> {
  const interval = sql`make_interval(days => ${days})`;
  await api.db.kysely
    .transaction()
    .execute(async (tx) => {
      const cards = await sql<{ id: number }>`
        select id from member_card where member_id = ${member} order by start_date, id`.execute(tx);
      for (const { id } of cards.rows)
        await sql`update member_card set start_date = start_date - ${days}::integer,
          end_date = end_date - ${days}::integer,
          extended_from = extended_from - ${days}::integer where id = ${id}`.execute(tx);
      await sql`update member_voucher set redeem_date = redeem_date - ${days}::integer,
        valid_until_date = valid_until_date - ${days}::integer,
        extended_from = extended_from - ${days}::integer where member_id = ${member}`.execute(tx);
      await sql`update voucher_redeem set redeem_date = redeem_date - ${interval} where member_id = ${member}`.execute(
        tx,
      );
      await sql`update visit set visit_date = visit_date - ${interval}, created_at = created_at - ${interval}
        where member_id = ${member}`.execute(tx);
    })
    .catch((error: unknown) => {
      if (!(error instanceof Error && 'constraint' in error && error.constraint === 'month_closed')) throw error;
    });
}
