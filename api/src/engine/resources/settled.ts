import type { ResourceDefinition } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { Behaviours, WriteContext } from './behaviour.ts';
import { createSource } from './source.ts';

/** The records among these that stand as they were made. */
export async function settledAmong(
  { tx }: WriteContext,
  behaviours: Behaviours,
  d: ResourceDefinition,
  ids: readonly unknown[],
): Promise<ReadonlySet<unknown>> {
  if (!d.settled) return new Set();
  const source = createSource(d, behaviours);
  const { option, because } = d.settled;
  const stays = sql`${sql.raw(source.ref('stays_because'))} = any(${because}::text[])`;
  const isOfKind = option && sql`${sql.raw(source.ref(`${option.by}.code`))} = any(${option.codes}::text[])`;
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.raw(source.from())}
    where t.id = any(${ids.filter((id) => typeof id === 'number')}::bigint[])
      and (${isOfKind ? sql`${isOfKind} or ${stays}` : stays})`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
