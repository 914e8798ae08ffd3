import { sql } from 'kysely';
import type { Acts, Life } from './life.ts';

/** How time passes: for one member, all of whom is as many days older then. */
export const TIME_ACTS = {
  'ten months pass': async (life, pick) => {
    const id = pick(life.members);
    if (id !== undefined) await passTime(life, id, 300);
    return undefined;
  },
  'a year passes': async (life, pick) => {
    const id = pick(life.members);
    if (id !== undefined) await passTime(life, id, 366);
    return undefined;
  },
} satisfies Acts;

/** Cards one after the other: they must not meet on the way. Nothing of a closed month moves: the database refuses it, and all of it stays. */
async function passTime({ stage: { api } }: Life, member: number, days: number): Promise<void> {
  const span = sql`make_interval(days => ${days})`;
  await api.db.kysely
    .transaction()
    .execute(async (tx) => {
      const cards = await sql<{ id: number }>`
        select id from member_card where member_id = ${member} order by start_date, id`.execute(tx);
      for (const { id } of cards.rows)
        await sql`update member_card set start_date = start_date - ${days}::integer, end_date = end_date - ${days}::integer,
          extended_from = extended_from - ${days}::integer where id = ${id}`.execute(tx);
      await sql`update member_voucher set redeem_date = redeem_date - ${days}::integer, valid_until_date = valid_until_date - ${days}::integer,
        extended_from = extended_from - ${days}::integer where member_id = ${member}`.execute(tx);
      await sql`update voucher_redeem set redeem_date = redeem_date - ${span} where member_id = ${member}`.execute(tx);
      await sql`update visit set visit_date = visit_date - ${span}, created_at = created_at - ${span} where member_id = ${member}`.execute(
        tx,
      );
    })
    .catch((error: unknown) => {
      if (!(error instanceof Error && 'constraint' in error && error.constraint === 'month_closed')) throw error;
    });
}
