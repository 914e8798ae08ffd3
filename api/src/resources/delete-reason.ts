import type { ResourceDefinition } from '@innkeeper/contract';
import { valueSchema } from '@innkeeper/contract/schemas';
import { type RawBuilder, sql } from 'kysely';
import { invalid } from '../http/fail.ts';

/** What a delete sets beside its moment: the reason, where the resource keeps one. Throws a 422 where it breaks the field's rules. */
export function reasonSql({ deleteReason, fields }: ResourceDefinition, reason: unknown): RawBuilder<unknown> {
  const f = deleteReason === undefined ? undefined : fields[deleteReason];
  const isEmpty = reason === undefined || reason === null || (typeof reason === 'string' && reason.trim() === '');
  if (deleteReason === undefined || !f || isEmpty) return sql``;
  const parsed = valueSchema(f).safeParse(reason);
  if (!parsed.success) throw invalid({ reason: parsed.error.issues.map((issue) => issue.message) });
  return sql`, ${sql.ref(deleteReason)} = ${parsed.data}`;
}
