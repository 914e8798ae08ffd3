import { message, optionNumber } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { judgeDue } from '../cards/levels.ts';
import { fail, invalid } from '../../platform/http/fail.ts';
import type { Behaviour, Row, Values, WriteContext } from '../../engine/resources/behaviour.ts';

/** SQL: whether a detail belongs to the system. The program brings its own with the option, and nobody has created them. */
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

/** Throws a 422 for a value that is not the number which the program would read there. */
async function checkNumber({ tx }: WriteContext, values: Values, before: Row | null): Promise<void> {
  const { option_id, code, value } = { ...before, ...values };
  const isSame = before !== null && values.value === undefined;
  if (isSame || typeof code !== 'string') return;
  const option = await tx.selectFrom('option').select('slug').where('id', '=', Number(option_id)).executeTakeFirst();
  const number = optionNumber(option?.slug ?? '', code);
  if (!number) return;
  const refuse = (text: string) => invalid({ value: [text] });
  if (typeof value !== 'string') throw refuse(message('required'));
  if (!/^(0|[1-9]\d{0,8})$/.test(value)) throw refuse(message('whole'));
  if (Number(value) < number.min) throw refuse(message('min', number.min));
  if (Number(value) > number.max) throw refuse(message('max', number.max));
}

/**
 * Details of the system can be renamed, but neither recoded nor moved nor deleted: the program knows them by their code. Those that staff
 * added to a reserved option, a payment type, are theirs. How visits are counted decides about levels: the database knows the members whom a change concerns (refresh_all_standing).
 */
export const option_detail = (outbox: Outbox): Behaviour => ({
  computed: {
    stays_because: (ref) => `case when ${reservedSql(ref('option_id'), ref('created_by_id'))} then 'reserved' end`,
  },
  afterUpdate: async (context, before) => {
    if (await isReserved(context, before)) await judgeDue(context, outbox);
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
    if (await isReserved(context, rows))
      throw fail('conflict', {
        message: {
          en: 'A detail of a system option cannot be deleted.',
          id: 'Rincian opsi milik sistem tidak dapat dihapus.',
        },
      });
  },
});
