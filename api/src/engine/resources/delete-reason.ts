import { DELETED_WITHOUT_REASON, type ResourceDefinition, message } from '@innkeeper/contract';
import { valueSchema } from '@innkeeper/contract/schemas';
import { type RawBuilder, sql } from 'kysely';
import { validationError } from '../../platform/http/api-error.ts';
import { findImmutable } from './immutable-records.ts';
import type { WriteContext } from './resource-hooks.ts';
import type { Write } from './write-services.ts';

/**
 * SQL assignment of the reason of a delete; empty if the resource stores none. Throws a 422 if a required reason is
 * missing or breaks the field's rules. Some resources require it only for immutable records, and an option of some
 * allows to leave it out.
 */
export async function reasonSql(
  { context, services, d }: Write,
  ids: readonly number[],
  reason: unknown,
): Promise<RawBuilder<unknown>> {
  const f = d.deleteReason === undefined ? undefined : d.fields[d.deleteReason];
  if (d.deleteReason === undefined || !f) return sql``;
  if (reason === undefined || reason === null || (typeof reason === 'string' && reason.trim() === '')) {
    const isRequired =
      !d.reasonOptional && (!d.immutable || (await findImmutable(context, services.hooksByResource, d, ids)).size > 0);
    if (!isRequired) return sql``;
    if (!(await allowsMissingReason(context, d))) throw validationError({ reason: [message('required')] });
    return sql`, ${sql.ref(d.deleteReason)} = ${DELETED_WITHOUT_REASON}`;
  }
  // A hotel's own system may send a short code as its reason.
  const allowsShortCode = context.actor.integration !== undefined && f.kind === 'textarea';
  const parsed = valueSchema(allowsShortCode ? { ...f, reason: false } : f).safeParse(reason);
  if (!parsed.success) throw validationError({ reason: parsed.error.issues.map((issue) => issue.message) });
  return sql`, ${sql.ref(d.deleteReason)} = ${parsed.data}`;
}

/** Whether staff have switched off, by the option of this resource, that its deletes require a reason. */
async function allowsMissingReason(
  { tx }: WriteContext,
  { deleteReasonOption: option }: ResourceDefinition,
): Promise<boolean> {
  if (option === undefined) return false;
  const { rows } = await sql<{ flag: number }>`select option_number(${option.slug}, ${option.code}) as flag`.execute(
    tx,
  );
  return rows[0]?.flag === 0;
}
