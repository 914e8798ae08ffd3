import type { ResourceDefinition } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { hereSql } from '../../access/scope.ts';
import { checkStamp, stampSql } from '../../access/stamp.ts';
import type { Behaviours } from './behaviour.ts';
import { recordSql } from './record-json.ts';
import { createSource } from './source.ts';
import { momentOf } from './values.ts';

/** The question of a system that keeps up with a list: a page behind a record, of those changed since a moment. */
export interface NewestQuestion {
  readonly before: number | null;
  readonly limit: number;
  /** With it come deleted records, too: a system that keeps up learns that they are gone. */
  readonly updatedSince: Date | undefined;
}

/** Reads the question of a request. Throws a 422 for a text that is no moment. */
export const newestQuestion = (
  query: { readonly cursor: number | null; readonly limit: number; readonly updated_since?: string | undefined },
  timeZone: string,
): NewestQuestion => ({
  before: query.cursor,
  limit: query.limit,
  updatedSince:
    query.updated_since === undefined ? undefined : momentOf('updated_since', query.updated_since, timeZone),
});

/**
 * A page of the records in sight as JSON text, the newest first. Read by the id of the last one, so that a page is as quick to find
 * after a million records as the first, and none is left out or told twice while others are entered.
 */
export async function readNewest(
  db: Db,
  behaviours: Behaviours,
  actor: Actor,
  d: ResourceDefinition,
  { before, limit, updatedSince }: NewestQuestion,
  now: Date,
): Promise<string> {
  const source = createSource(d, behaviours);
  const { columns, table, joins } = recordSql(d, behaviours);
  const touched = updatedSince === undefined ? sql`t.deleted_at is null` : sql`t.updated_at >= ${updatedSince}`;
  const statement = sql`
    with page as materialized (
      select t.id from ${sql.raw(source.from())}
      where ${hereSql(actor, source)} and ${touched} and (${before}::bigint is null or t.id < ${before})
      order by t.id desc limit ${limit + 1}
    ), shown as (select id from page order by id desc limit ${limit})
    select (select coalesce(json_agg(r order by r.id desc), '[]')::text from (
              select ${sql.raw(columns)} from ${sql.raw(`${table} ${joins}`)} where t.id in (select id from shown)) r) as data,
           (select case when count(*) > ${limit} then (select min(id) from shown)::text end from page) as next_cursor,
           ${stampSql(actor, now)} as stamp`.compile(db.kysely);
  const [row] = await db.read<{ data: string; next_cursor: string | null; stamp: string | null }>(statement);
  checkStamp(actor, row?.stamp ?? null);
  return `{"data":${row?.data ?? '[]'},"meta":${JSON.stringify({ next_cursor: row?.next_cursor ?? null })}}`;
}
