import { message } from '@innkeeper/contract';
import { valueSchema } from '@innkeeper/contract/schemas';
import { type RawBuilder, sql } from 'kysely';
import { invalid } from '../../platform/http/fail.ts';
import { settledAmong } from './settled.ts';
import type { Write } from './write-services.ts';

/**
 * The columns that a delete sets beside its moment: the reason, where the resource keeps one. Throws a 422 where it is missing or breaks the
 * field's rules. Where some records stand as they were made, only those need one.
 */
export async function reasonSql(
  { context, services, d }: Write,
  ids: readonly number[],
  reason: unknown,
): Promise<RawBuilder<unknown>> {
  const f = d.deleteReason === undefined ? undefined : d.fields[d.deleteReason];
  if (d.deleteReason === undefined || !f) return sql``;
  if (reason === undefined || reason === null || (typeof reason === 'string' && reason.trim() === '')) {
    const isNeeded =
      !d.reasonOptional && (!d.settled || (await settledAmong(context, services.behaviours, d, ids)).size > 0);
    if (isNeeded) throw invalid({ reason: [message('required')] });
    return sql``;
  }
  // The reason of a hotel's own system may be a short code.
  const mayBeCode = context.actor.integration !== undefined && f.kind === 'textarea';
  const parsed = valueSchema(mayBeCode ? { ...f, reason: false } : f).safeParse(reason);
  if (!parsed.success) throw invalid({ reason: parsed.error.issues.map((issue) => issue.message) });
  return sql`, ${sql.ref(d.deleteReason)} = ${parsed.data}`;
}
