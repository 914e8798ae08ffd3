import { message, findOptionNumber } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { evaluateDueMembers } from '../../domain/tier-changes.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import {
  type ResourceHooks,
  type Row,
  type Values,
  type WriteContext,
  checkEach,
  ofAction,
} from '../../engine/resources/resource-hooks.ts';
import { readOptionWords } from './option-words.ts';
import { settingTexts } from '../../texts/settings.ts';

/**
 * SQL: whether a detail is reserved. Reserved details have no creator, because the seed creates them with their option.
 */
const isReservedSql = (optionId: string, creatorId: string): string =>
  `(${creatorId} is null and exists (select from option o where o.id = ${optionId} and o.is_reserved))`;

async function isReserved({ tx }: WriteContext, rows: readonly Row[]): Promise<boolean> {
  const ids = rows.map((row) => row.id);
  const { rows: reservedRows } = await sql`select from option_detail d
    where d.id = any(${ids}::bigint[]) and ${sql.raw(isReservedSql('d.option_id', 'd.created_by_id'))} limit 1`.execute(
    tx,
  );
  return reservedRows.length > 0;
}

/** Throws a 422 for a value that is not the number which the server expects there. */
async function assertValidNumber({ tx }: WriteContext, values: Values, before: Row | null): Promise<void> {
  const { option_id, code, value } = { ...before, ...values };
  const isUnchanged = before !== null && values.value === undefined;
  if (isUnchanged || typeof code !== 'string') return;
  const option = await tx.selectFrom('option').select('slug').where('id', '=', Number(option_id)).executeTakeFirst();
  const bounds = findOptionNumber(option?.slug ?? '', code);
  if (!bounds) return;
  const createError = (text: string) => validationError({ value: [text] });
  if (typeof value !== 'string') throw createError(message('required'));
  if (!/^(0|[1-9]\d{0,8})$/.test(value)) throw createError(message('whole'));
  if (Number(value) < bounds.min) throw createError(message('min', bounds.min));
  if (Number(value) > bounds.max) throw createError(message('max', bounds.max));
}

/**
 * System details can be renamed, but not recoded, moved or deleted: the server knows them by code. Details that staff
 * add to a reserved option, such as a payment type, are not restricted. How visits are counted affects tiers; the
 * database finds the members affected by a change (queue_status_recount_of_rule).
 */
export const option_detail = (outbox: Outbox): ResourceHooks => ({
  computed: {
    locked_reason: (ref) => `case when ${isReservedSql(ref('option_id'), ref('created_by_id'))} then 'reserved' end`,
  },
  references: { codesByWord: async (_context, { slug, texts }) => readOptionWords(slug, texts) },
  check: checkEach(async (context, { action, before, values }) => {
    if (action === 'delete') {
      if (before && (await isReserved(context, [before])))
        throw apiError('conflict', { message: settingTexts.systemOptionDetail });
      return;
    }
    await assertValidNumber(context, values, before);
    if (before === null || !(await isReserved(context, [before]))) return;
    const changedFields = (['code', 'option_id'] as const).filter(
      (name) => values[name] !== undefined && values[name] !== before[name],
    );
    if (changedFields.length > 0)
      throw validationError(Object.fromEntries(changedFields.map((name) => [name, [message('reserved')]])));
  }),
  after: async (context, changes) => {
    const updatedRows = ofAction(changes, 'update').flatMap(({ before }) => before ?? []);
    if (updatedRows.length > 0 && (await isReserved(context, updatedRows))) await evaluateDueMembers(context, outbox);
  },
});
