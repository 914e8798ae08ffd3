import type { Field, FieldOf, ResourceDefinition } from '@innkeeper/contract';
import type { Db, Statement } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { assertPermissionsVersion, permissionsVersionSql } from '../../access/permissions-version.ts';
import type { HooksByResource } from '../resources/resource-hooks.ts';
import { type FilterContext, zoneSql } from '../resources/conditions.ts';
import { orderSql, selectRows } from '../resources/list.ts';
import type { ListQuery } from '../resources/list-query.ts';
import { wireFormat } from '../resources/record-json.ts';
import type { ExportColumn } from './export-columns.ts';
import type { ExportSelection } from './export-selection.ts';
import { parseRecord } from './record-text.ts';
import type { Rows } from './xlsx-lines.ts';

/**
 * Rows per fetch: few enough to be written before the garbage collector moves them to the old heap
 * (docs/decisions/0015-read-and-write-list-files-with-our-own-code.md).
 */
const BATCH_SIZE = 500;
/** Maximum pause of a client. Its snapshot blocks vacuum meanwhile. */
const MAX_IDLE = '10min';
/** Statement timeout: the first rows arrive only after the whole list is sorted. */
const MAX_BATCH_TIME = '10min';

export interface ExportedRows {
  /** All rows, in batches. */
  readonly batches: AsyncIterable<Rows>;
  /** Rows fetched so far. */
  count(): number;
  /** Ends the query and releases its connection; rows not fetched yet are discarded. */
  close(): void;
}

/** Runs a statement in the snapshot in which the rows are read. */
type SnapshotQuery = <Row extends Record<string, unknown>>(statement: RawBuilder<Row>) => Promise<Row[]>;

/** Opens all rows that match a list's query and are selected. */
export async function openRows(
  db: Db,
  hooksByResource: HooksByResource,
  actor: Actor,
  d: ResourceDefinition,
  query: ListQuery,
  columns: readonly ExportColumn[],
  context: FilterContext,
  selection: ExportSelection = sql`true`,
): Promise<ExportedRows> {
  const { source, from, where } = await selectRows(db, hooksByResource, actor, d, query, context);
  const order = sql.raw(orderSql(source, query.sort));
  const cells = columns.map(({ path: columnPath, formatter }) => {
    const path = formatter?.source ?? columnPath;
    const f = path.definition;
    if (f.kind === 'references') return { value: sql.raw(linksTextSql(f)) };
    const zone = f.kind === 'instant' && f.inHotelZone ? zoneSql(source, context) : sql`${context.timeZone}`;
    return fileCell(f, source.column(path), zone);
  });
  const rows = await openCursor(
    db,
    actor,
    orderedRowsSql(cells, sql`from ${from()} where ${where} and ${selection} order by ${order}`),
    context,
  );
  return columns.some(({ formatter }) => formatter)
    ? { ...rows, batches: formatRows(rows.batches, columns, context) }
    : rows;
}

/** Replaces values by the formatted texts of their columns. */
async function* formatRows(
  batches: AsyncIterable<Rows>,
  columns: readonly ExportColumn[],
  { timeZone }: FilterContext,
): AsyncGenerator<Rows> {
  for await (const batch of batches)
    yield batch.map((row) =>
      row.map((cell, i) => (cell === null ? null : (columns[i]?.formatter?.format(cell, timeZone) ?? cell))),
    );
}

/** A cell of a file: the value, and for a moment its time zone. */
interface FileCell {
  readonly value: RawBuilder<unknown>;
  readonly zone?: RawBuilder<unknown>;
}

/** The cell of a field. Its value is converted to text when it is sent. */
export function fileCell({ kind }: Field, ref: string, zone: RawBuilder<unknown>): FileCell {
  if (kind === 'instant') return { value: sql.raw(ref), zone };
  return { value: sql.raw(kind === 'money' || kind === 'decimal' ? ref : wireFormat[kind](ref)) };
}

export const fileCellSql = ({ value, zone }: FileCell): RawBuilder<unknown> =>
  zone ? sql`${value} at time zone ${zone}` : value;

/**
 * SQL of the rows of `from … where … order by …`. Values are converted only after sorting, row by row, so that earlier
 * rows can be written to the file meanwhile.
 */
export function orderedRowsSql(cells: readonly FileCell[], fromClause: RawBuilder<unknown>): RawBuilder<unknown> {
  const sortedColumns = cells.flatMap(({ value, zone }, i) => [
    sql`${value} as ${sql.ref(`v${i}`)}`,
    ...(zone ? [sql`${zone} as ${sql.ref(`z${i}`)}`] : []),
  ]);
  const values = cells.map(({ zone }, i) =>
    fileCellSql({ value: sql.ref(`v${i}`), ...(zone && { zone: sql.ref(`z${i}`) }) }),
  );
  return sql`select ${sql.join(values)} from (select ${sql.join(sortedColumns)} ${fromClause} offset 0) sorted`;
}

/**
 * Opens the rows of `selectSql`, with each value as PostgreSQL's text. Reads them by a cursor in one snapshot, so that
 * concurrent changes neither repeat nor skip records and memory contains one batch. Resolves after the first batch, so
 * an error precedes the response. `inspect` first runs other statements in the same snapshot and may reject.
 */
export async function openCursor(
  db: Db,
  actor: Actor,
  selectSql: RawBuilder<unknown>,
  context: FilterContext,
  inspect: (request: SnapshotQuery) => Promise<void> = async () => undefined,
): Promise<ExportedRows> {
  // A row is sent as one value: the client's conversion of each value to text took longer than everything else. `offset
  // 0` preserves the sort order.
  const rows =
    sql`declare exported no scroll cursor for select exported_row from (${selectSql} offset 0) exported_row`.compile(
      db.kysely,
    );
  const versionQuery = sql<{
    stamp: string | null;
  }>`select ${permissionsVersionSql(actor, context.now)} as stamp`.compile(db.kysely);

  const connection = await db.connect();
  let count = 0;
  const fetchBatch = async (): Promise<Rows> => {
    const result = await connection.query<[string]>({
      text: `fetch ${BATCH_SIZE} from exported`,
      rowMode: 'array',
      types: TEXT_TYPES,
    });
    const { rows } = result;
    result.rows = []; // or the finished query holds them until the next full garbage collection
    count += rows.length;
    return rows.map(([recordText]) => parseRecord(recordText));
  };
  try {
    await connection.query({ text: 'begin transaction isolation level repeatable read read only' });
    const { rows: versions } = await connection.query<{ stamp: string | null }>(toQuery(versionQuery));
    assertPermissionsVersion(actor, versions[0]?.stamp ?? null);
    // Plan the query for all rows, not for the first ones, and allow a slow reader.
    await connection.query({
      text: `set local cursor_tuple_fraction = 1; set local statement_timeout = '${MAX_BATCH_TIME}'; set local idle_in_transaction_session_timeout = '${MAX_IDLE}'`,
    });
    await inspect(async (statement) => (await connection.query<never>(toQuery(statement.compile(db.kysely)))).rows);
    await connection.query(toQuery(rows));
    let batch = await fetchBatch();
    const batches = (async function* () {
      while (batch.length > 0) {
        const nextBatch = batch.length < BATCH_SIZE ? [] : fetchBatch();
        if (nextBatch instanceof Promise) nextBatch.catch(() => undefined); // awaited later, unless the reader stops
        yield batch;
        batch = await nextBatch;
      }
      await connection.query({ text: 'commit' });
      connection.release();
    })();
    return { batches, count: () => count, close: () => connection.release(true) };
  } catch (error) {
    connection.release(true); // closing the connection cancels its running query
    throw error;
  }
}

/** The ids of a list field, separated by commas. */
const linksTextSql = ({ link, from, target }: FieldOf<'references'>): string =>
  `(select string_agg(l.${target}::text, ',' order by l.${target}) from ${link} l where l.${from} = t.id)`;

const toQuery = ({ sql: text, parameters }: Statement) => ({ text, values: [...parameters] });

const TEXT_TYPES = { getTypeParser: () => (value: string) => value };
