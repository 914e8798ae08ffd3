import { message, optionNumber } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { evaluateDue } from '../../domain/tier-changes.ts';
import { fail, invalid } from '../../platform/http/api-error.ts';
import type { ResourceHooks, Row, Values, WriteContext } from '../../engine/resources/resource-hooks.ts';
import { settingTexts } from '../../texts/settings.ts';

/**
 * SQL: whether a detail is reserved. Reserved details have no creator, because the seed creates them with their option.
 */
const reservedSql = (optionId: string, creatorId: string): string =>
  `(${creatorId} is null and exists (select from option o where o.id = ${optionId} and o.is_reserved))`;

async function isReserved({ tx }: WriteContext, rows: readonly Row[]): Promise<boolean> {
  const ids = rows.map((row) => row.id);
  const { rows: found } = await sql`select from option_detail d
    where d.id = any(${ids}::bigint[]) and ${sql.raw(reservedSql('d.option_id', 'd.created_by_id'))} limit 1`.execute(
    tx,
  );
  return found.length > 0;
}

/** Throws a 422 for a value that is not the number which the server expects there. */
async function checkNumber({ tx }: WriteContext, values: Values, before: Row | null): Promise<void> {
  const { option_id, code, value } = { ...before, ...values };
  const isSame = before !== null && values.value === undefined;
  if (isSame || typeof code !== 'string') return;
  const option = await tx.selectFrom('option').select('slug').where('id', '=', Number(option_id)).executeTakeFirst();
  const number = optionNumber(option?.slug ?? '', code);
  if (!number) return;
  const invalidValue = (text: string) => invalid({ value: [text] });
  if (typeof value !== 'string') throw invalidValue(message('required'));
  if (!/^(0|[1-9]\d{0,8})$/.test(value)) throw invalidValue(message('whole'));
  if (Number(value) < number.min) throw invalidValue(message('min', number.min));
  if (Number(value) > number.max) throw invalidValue(message('max', number.max));
}

/**
 * System details can be renamed, but not recoded, moved or deleted: the server knows them by code. Details that staff
 * add to a reserved option, such as a payment type, are not restricted. How visits are counted affects tiers; the
 * database finds the members affected by a change (queue_status_recount_of_rule).
 */
export const option_detail = (outbox: Outbox): ResourceHooks => ({
  computedSql: {
    locked_reason: (ref) => `case when ${reservedSql(ref('option_id'), ref('created_by_id'))} then 'reserved' end`,
  },
  afterUpdate: async (context, before) => {
    if (await isReserved(context, before)) await evaluateDue(context, outbox);
  },
  beforeWrite: async (context, values, before) => {
    await checkNumber(context, values, before);
    if (before === null || !(await isReserved(context, [before]))) return values;
    const changed = (['code', 'option_id'] as const).filter(
      (name) => values[name] !== undefined && values[name] !== before[name],
    );
    if (changed.length > 0) throw invalid(Object.fromEntries(changed.map((name) => [name, [message('reserved')]])));
    return values;
  },
  beforeDelete: async (context, rows) => {
    if (await isReserved(context, rows)) throw fail('conflict', { message: settingTexts.systemOptionDetail });
  },
});
