import { SALE_TYPE, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { Behaviours, WriteContext } from './behaviour.ts';
import { createSource } from './source.ts';

/** Those of these transactions that sold, renewed or gave a membership. */
export async function salesAmong(
  { tx }: WriteContext,
  behaviours: Behaviours,
  ids: readonly unknown[],
): Promise<ReadonlySet<unknown>> {
  const source = createSource(resources.transaction, behaviours);
  const code = sql.raw(source.ref('transaction_type.code'));
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.raw(source.from())}
    where t.id = any(${ids.filter((id) => typeof id === 'number')}::bigint[]) and ${code} = any(${Object.values(SALE_TYPE).map(String)}::text[])`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}
