import type { ResourceDefinition } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { HooksByResource, WriteContext } from './resource-hooks.ts';
import { createSource } from './source.ts';

/** The immutable records among these. */
export async function findImmutable(
  { tx }: WriteContext,
  hooksByResource: HooksByResource,
  d: ResourceDefinition,
  ids: readonly unknown[],
): Promise<ReadonlySet<unknown>> {
  if (!d.immutable) return new Set();
  const source = createSource(d, hooksByResource);
  const { option, reasons } = d.immutable;
  const lockedCondition = sql`${sql.raw(source.ref('locked_reason'))} = any(${reasons}::text[])`;
  const kindCondition = option && sql`${sql.raw(source.ref(`${option.by}.code`))} = any(${option.codes}::text[])`;
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.raw(source.from())}
    where t.id = any(${ids.filter((id) => typeof id === 'number')}::bigint[])
      and (${kindCondition ? sql`${kindCondition} or ${lockedCondition}` : lockedCondition})`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
