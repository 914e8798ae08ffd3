import type { ResourceDefinition } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { scopeSql } from '../../access/scope.ts';
import { assertPermissionsVersion, permissionsVersionSql } from '../../access/permissions-version.ts';
import { apiError } from '../../platform/http/api-error.ts';
import type { HooksByResource } from './resource-hooks.ts';
import { recordSql } from './record-json.ts';
import { createSource } from './source.ts';

export const recordNotFoundError = (d: ResourceDefinition, id: number | string) =>
  apiError('record_not_found', { params: { label: d.label, id } });

/** One record as JSON text, even if deleted. Throws a 404 if the actor cannot see it. */
export async function readRecord(
  db: Db,
  hooksByResource: HooksByResource,
  actor: Actor,
  d: ResourceDefinition,
  id: number,
  now: Date,
): Promise<string> {
  const { columns, table, joins } = recordSql(d, hooksByResource);
  const source = createSource(d, hooksByResource);
  const scope = scopeSql(actor, source);
  const visibleCondition = scope
    ? sql`exists (select from ${sql.raw(source.from())} where t.id = ${id} and ${scope})`
    : sql`true`;
  const statement = sql`
    select (select row_to_json(r)::text from (select ${sql.raw(columns)} from ${sql.raw(`${table} ${joins}`)}
          where t.id = ${id} and ${visibleCondition}) r) as data,
           ${permissionsVersionSql(actor, now)} as stamp`.compile(db.kysely);
  const [row] = await db.read<{ data: string | null; stamp: string | null }>(statement);
  assertPermissionsVersion(actor, row?.stamp ?? null);
  if (!row?.data) throw recordNotFoundError(d, id);
  return row.data;
}
