import { whyNot } from '@innkeeper/contract';
import { sql } from 'kysely';
import { type ApiError, fail } from '../../platform/http/fail.ts';
import { createSource } from './source.ts';
import type { Write } from './write-services.ts';

/** Records that stay where they are by what stands in themselves. */
export async function readStaying(
  { context, services, d }: Write,
  ids: readonly number[],
  act: 'delete' | 'restore',
): Promise<ReadonlyMap<number, ApiError>> {
  if (!d.fields['stays_because'] || ids.length === 0) return new Map();
  const source = createSource(d, services.behaviours);
  const stays = source.ref('stays_because');
  const { rows } = await sql<{ id: number; stays_because: string | null }>`
    select t.id, ${sql.raw(stays)} as stays_because from ${sql.raw(source.from())} where t.id = any(${ids}::bigint[])`.execute(
    context.tx,
  );
  return new Map(
    rows.flatMap(({ id, ...record }) => {
      const reason = whyNot(d, record, act);
      return reason ? [[id, fail('conflict', { message: reason })] as const] : [];
    }),
  );
}
