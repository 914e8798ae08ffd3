import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { fail, invalid } from '../http/fail.ts';
import type { Behaviour, Row, WriteContext } from '../resources/behaviour.ts';

async function isReserved({ tx }: WriteContext, rows: readonly Row[]): Promise<boolean> {
  const ids = rows.map((row) => row.option_id);
  const { rows: found } =
    await sql`select from option where id = any(${ids}::bigint[]) and is_reserved limit 1`.execute(tx);
  return found.length > 0;
}

/** Details of a reserved option can be renamed, but neither recoded nor moved nor deleted: the program knows them by their code. */
export const option_detail: Behaviour = {
  beforeWrite: async (context, values, before) => {
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
};
