import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import { type ResourceHooks, type Row, type WriteContext, checkEach } from '../../engine/resources/resource-hooks.ts';

/** Whether one of the records has a code that the server knows: those of the reserved option `input-type`. */
async function isReserved({ tx }: WriteContext, rows: readonly Row[]): Promise<boolean> {
  const codes = rows.map((row) => String(row.code));
  const { rows: reservedRows } = await sql`
    select from option_detail d join option o on o.id = d.option_id
    where o.slug = 'input-type' and o.is_reserved and d.code = any(${codes}::text[]) limit 1`.execute(tx);
  return reservedRows.length > 0;
}

/** Input types. Those of the system can be renamed, but not recoded or deleted: forms know them by code. */
export const type_input: ResourceHooks = {
  computed: {
    locked_reason: (ref) => `case when exists (
      select from option_detail d join option o on o.id = d.option_id
      where o.slug = 'input-type' and o.is_reserved and d.code = ${ref('code')}) then 'reserved' end`,
  },
  check: checkEach(async (context, { action, before, values }) => {
    if (before === null || !(await isReserved(context, [before]))) return;
    if (action === 'delete') throw apiError('conflict', { errors: { id: [message('reserved')] } });
    if (values.code !== undefined && values.code !== before.code)
      throw validationError({ code: [message('reserved')] });
  }),
};
