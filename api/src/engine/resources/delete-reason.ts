import { message } from '@innkeeper/contract';
import { valueSchema } from '@innkeeper/contract/schemas';
import { type RawBuilder, sql } from 'kysely';
import { invalid } from '../../platform/http/api-error.ts';
import { findImmutable } from './immutable-records.ts';
import type { Write } from './write-services.ts';

/**
 * The columns that a delete sets besides its time: the reason, if the resource stores one. Throws a 422 if it is
 * missing or breaks the field's rules. If only some records are immutable, only those need a reason.
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
      !d.reasonOptional && (!d.settled || (await findImmutable(context, services.hooksByResource, d, ids)).size > 0);
    if (isNeeded) throw invalid({ reason: [message('required')] });
    return sql``;
  }
  // A hotel's own system may send a short code as its reason.
  const canBeCode = context.actor.integration !== undefined && f.kind === 'textarea';
  const parsed = valueSchema(canBeCode ? { ...f, reason: false } : f).safeParse(reason);
  if (!parsed.success) throw invalid({ reason: parsed.error.issues.map((issue) => issue.message) });
  return sql`, ${sql.ref(d.deleteReason)} = ${parsed.data}`;
}
