import { ungrouped } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { Behaviour, Row, WriteContext } from '../../engine/resources/behaviour.ts';
import { reconsiderLevels } from '../cards/levels.ts';
import { servedSql } from '../people/served.ts';

/** Members. The database keeps a member's standing (see db/living/standing.sql). */
export const member = (outbox: Outbox): Behaviour => ({
  numbered: {
    read: (text) => (/\d/.test(text) ? cardNumberOf(text) : null),
    sql: (numbers, asking) => sql`
      select translate(lower(c.sbec_no), ' -', '') as number, m.id, m.id as guest_id, m.id in ${servedSql(asking)} as is_served
      from member_card c join member m on m.id = c.member_id and m.deleted_at is null
      where translate(lower(c.sbec_no), ' -', '') = any(${numbers}::text[]) and c.deleted_at is null`,
  },
  lookedUp: servedSql,
  computed: {
    standing: (ref) => `(select s.standing from member_standing s where s.member_id = ${ref('id')})`,
  },
  chosen: {
    standing: (ref, value) =>
      `exists (select from member_standing s where s.member_id = ${ref('id')} and s.standing = '${value}')`,
  },
  rowRule: (_context, values, before) =>
    before === null && (values.register_hotel_id ?? null) === null
      ? { ...values, register_hotel_id: values.hotel_id }
      : values,
  countBeforeDelete: async ({ tx, now }, ids) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from member_standing s
      join member t on t.id = s.member_id join member_card c on c.id = s.member_card_id
      where s.member_id = any(${ids}::bigint[]) and (${now}::timestamptz at time zone zone_of(t.hotel_id))::date <= c.end_date`.execute(
      tx,
    );
    return { running_cards: rows[0]?.n ?? 0 };
  },
  // Complimentary visits count like others; nobody rises while they are switched off.
  afterUpdate: async (context, before) => {
    const members = await judgedAnew(context, before);
    if (members.length > 0) await reconsiderLevels(context, outbox, members);
  },
  afterRestore: (context, rows) =>
    reconsiderLevels(
      context,
      outbox,
      rows.map(({ id }) => id),
    ),
});

/** A number as people write it, in groups or not. */
const cardNumberOf = (text: string): string => ungrouped(text).toLowerCase();

async function judgedAnew({ tx }: WriteContext, before: readonly Row[]): Promise<number[]> {
  const was = JSON.stringify(
    before.map(({ id, comp_visits_period, is_active, hotel_id }) => ({ id, comp_visits_period, is_active, hotel_id })),
  );
  const { rows } = await sql<{ id: number }>`
    select m.id from member m
    join json_to_recordset(${was}::json) b (id bigint, comp_visits_period integer, is_active boolean, hotel_id bigint) on b.id = m.id
    where (m.comp_visits_period, m.is_active, m.hotel_id) is distinct from (b.comp_visits_period, b.is_active, b.hotel_id)`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
