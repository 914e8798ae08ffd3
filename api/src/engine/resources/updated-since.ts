import type { ResourceDefinition } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { scopeConditionSql } from '../../access/scope.ts';
import { assertPermissionsVersion, permissionsVersionSql } from '../../access/permissions-version.ts';
import type { HooksByResource } from './resource-hooks.ts';
import { recordSql } from './record-json.ts';
import { createSource } from './source.ts';
import { parseInstant } from './values.ts';

/** The query of a client that polls a list: a page after a given record, limited to changes since a moment. */
export interface NewestQuery {
  readonly before: number | null;
  readonly limit: number;
  /** Also includes deleted records, so that the client learns of deletions. */
  readonly updatedSince: Date | undefined;
}

/** Reads the query of a request. Throws a 422 for an invalid moment. */
export const parseNewestQuery = (
  query: { readonly cursor: number | null; readonly limit: number; readonly updated_since?: string | undefined },
  timeZone: string,
): NewestQuery => ({
  before: query.cursor,
  limit: query.limit,
  updatedSince:
    query.updated_since === undefined ? undefined : parseInstant('updated_since', query.updated_since, timeZone),
});

/**
 * A page of the visible records as JSON text, newest first. Pages continue from the id of the last record: a page after
 * a million records is as fast as the first, and concurrent inserts cause no gaps or repeats.
 */
export async function readNewest(
  db: Db,
  hooksByResource: HooksByResource,
  actor: Actor,
  d: ResourceDefinition,
  { before, limit, updatedSince }: NewestQuery,
  now: Date,
): Promise<string> {
  const source = createSource(d, hooksByResource);
  const { columns, table, joins } = recordSql(d, hooksByResource);
  const changeCondition = updatedSince === undefined ? sql`t.deleted_at is null` : sql`t.updated_at >= ${updatedSince}`;
  const statement = sql`
    with page as materialized (
      select t.id from ${sql.raw(source.from())}
      where ${scopeConditionSql(actor, source)} and ${changeCondition} and (${before}::bigint is null or t.id < ${before})
      order by t.id desc limit ${limit + 1}
    ), shown as (select id from page order by id desc limit ${limit})
    select (select coalesce(json_agg(r order by r.id desc), '[]')::text from (
              select ${sql.raw(columns)} from ${sql.raw(`${table} ${joins}`)}
              where t.id in (select id from shown)) r) as data,
           (select case when count(*) > ${limit} then (select min(id) from shown)::text end from page) as next_cursor,
           ${permissionsVersionSql(actor, now)} as stamp`.compile(db.kysely);
  const [row] = await db.read<{ data: string; next_cursor: string | null; stamp: string | null }>(statement);
  assertPermissionsVersion(actor, row?.stamp ?? null);
  return `{"data":${row?.data ?? '[]'},"meta":${JSON.stringify({ next_cursor: row?.next_cursor ?? null })}}`;
}
