import { lockReasonFor } from '@innkeeper/contract';
import { sql } from 'kysely';
import { type ApiError, apiError } from '../../platform/http/api-error.ts';
import { createSource } from './source.ts';
import type { Write } from './write-services.ts';

/** The errors of records that are locked by their own values, by id. */
export async function findLockRejections(
  { context, services, d }: Write,
  ids: readonly number[],
  action: 'delete' | 'restore',
): Promise<ReadonlyMap<number, ApiError>> {
  if (!d.fields['locked_reason'] || ids.length === 0) return new Map();
  const source = createSource(d, services.hooksByResource);
  const lockedReasonSql = source.ref('locked_reason');
  const { rows } = await sql<{ id: number; locked_reason: string | null }>`
    select t.id, ${sql.raw(lockedReasonSql)} as locked_reason from ${sql.raw(source.from())}
    where t.id = any(${ids}::bigint[])`.execute(context.tx);
  return new Map(
    rows.flatMap(({ id, ...record }) => {
      const reason = lockReasonFor(d, record, action);
      return reason ? [[id, apiError('conflict', { message: reason })] as const] : [];
    }),
  );
}
