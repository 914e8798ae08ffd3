import { sql } from 'kysely';
import { ApiError } from '../../platform/http/fail.ts';
import type { Behaviour, Row, Values, WriteContext } from '../../engine/resources/behaviour.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { refusalBy } from '../../engine/resources/refusals.ts';
import { reconsiderLevels } from './levels.ts';

/**
 * Member cards. The database gives the number and the promise, and keeps active cards of one member from overlapping (see
 * next_card_no, keep_card_promise and member_card_period_excl). The picture is drawn from the record when it is asked for. After every
 * change of a card, its member's level is judged anew.
 */
export const member_card = (outbox: Outbox): Behaviour => ({
  beforeWrite: (context, values, before) => (context.check ? refuseOverlap(context, values, before) : values),
  computed: { file_url: (ref) => `'member-card-' || ${ref('id')} || '.png'` },
  many: {
    before: async (context, values) => (context.check ? overlapsAmong(context, values) : values),
    after: async (context, ids) => reconsiderLevels(context, outbox, await holdersOf(context, ids)),
  },
  afterCreate: async (context, id) => reconsiderLevels(context, outbox, await holdersOf(context, [id])),
  afterUpdate: async (context, before) => {
    const ids = before.map(({ id }) => id);
    const members = [...(await holdersOf(context, ids)), ...before.map(({ member_id }) => Number(member_id))];
    await reconsiderLevels(context, outbox, members);
  },
  afterDelete: async (context, ids) => reconsiderLevels(context, outbox, await holdersOf(context, ids)),
  afterRestore: async (context, rows) =>
    reconsiderLevels(
      context,
      outbox,
      rows.map(({ member_id }) => Number(member_id)),
    ),
});

/** Many cards at once are checked one after the other, so that each knows those before it. */
async function overlapsAmong(context: WriteContext, cards: readonly Values[]): Promise<(Values | ApiError)[]> {
  const answers: (Values | ApiError)[] = [];
  for (const card of cards)
    answers.push(
      await refuseOverlap(context, card, null).catch((error: unknown) => {
        if (error instanceof ApiError) return error;
        throw error;
      }),
    );
  return answers;
}

async function holdersOf({ tx }: WriteContext, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.selectFrom('member_card').select('member_id').distinct().where('id', 'in', ids).execute();
  return rows.map(({ member_id }) => member_id);
}

/** Checks the rule of member_card_period_excl for a card that is not written. */
async function refuseOverlap({ tx, check }: WriteContext, values: Values, before: Row | null): Promise<Values> {
  const { member_id, start_date, end_date, is_active, upgraded_from_id = null }: Values = { ...before, ...values };
  if (is_active === false || upgraded_from_id !== null) return values;
  const held = check?.get(`member ${String(member_id)}`) ?? [];
  const { rows } = await sql`
    select from member_card
    where member_id = ${member_id} and daterange(start_date, end_date, '[]') && daterange(${start_date}::date, ${end_date}::date, '[]')
      and deleted_at is null and is_active and upgraded_from_id is null and id <> all(${[before, ...held].flatMap((card) => card?.id ?? [])}::bigint[])`.execute(
    tx,
  );
  const isHeld = held.some(
    (card) => String(card.start_date) <= String(end_date) && String(start_date) <= String(card.end_date),
  );
  if (rows.length > 0 || isHeld) throw refusalBy('member_card_period_excl');
  check?.set(`member ${String(member_id)}`, [...held, { id: before?.id, start_date, end_date }]);
  return values;
}
