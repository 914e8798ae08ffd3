import type { Field, FieldOf, ResourceDefinition } from '@innkeeper/contract';
import type { Db, Statement } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { checkStamp, stampSql } from '../../access/stamp.ts';
import type { Behaviours } from '../resources/behaviour.ts';
import { type FilterContext, zoneSql } from '../resources/conditions.ts';
import { orderSql, pickRows } from '../resources/list.ts';
import type { ParsedList } from '../resources/list-query.ts';
import { wire } from '../resources/record-json.ts';
import type { ExportColumn } from './export-columns.ts';
import { valuesOf } from './record-text.ts';
import type { Rows } from './xlsx-lines.ts';

/** Rows that are fetched at a time: few enough to be written before they count as old objects (docs/decisions/0015-lists-as-files.md). */
const BATCH = 500;
/** A client may read as slowly as it likes, but not stand still for longer than this: its snapshot keeps the database from tidying up. */
const STANDSTILL = '10min';
/** The first rows of a list come when all of it is sorted. */
const LONGEST_BATCH = '10min';

export interface ExportedRows {
  /** All rows, in batches. */
  readonly batches: AsyncIterable<Rows>;
  /** How many have been fetched. */
  count(): number;
  /** Ends the query and gives its connection back; rows not fetched by then are lost. */
  close(): void;
}

/** Asks a statement in the snapshot of the rows. */
type AskFirst = <Row extends Record<string, unknown>>(statement: RawBuilder<Row>) => Promise<Row[]>;

/** Opens the rows of a list: all that its question matches. */
export async function openRows(
  db: Db,
  behaviours: Behaviours,
  actor: Actor,
  d: ResourceDefinition,
  query: ParsedList,
  columns: readonly ExportColumn[],
  context: FilterContext,
): Promise<ExportedRows> {
  const { source, from, where } = await pickRows(db, behaviours, actor, d, query, context);
  const order = sql.raw(orderSql(source, query.sort));
  const cells = columns.map(({ path: own, inWords }) => {
    const path = inWords?.of ?? own;
    const f = path.definition;
    if (f.kind === 'references') return { value: sql.raw(linksText(f)) };
    const zone = f.kind === 'instant' && f.atHotel ? zoneSql(source, context) : sql`${context.timeZone}`;
    return fileCell(f, source.column(path), zone);
  });
  const rows = await openCursor(
    db,
    actor,
    inOrder(cells, sql`from ${from()} where ${where} order by ${order}`),
    context,
  );
  return columns.some(({ inWords }) => inWords)
    ? { ...rows, batches: toldInWords(rows.batches, columns, context) }
    : rows;
}

/** Rows with the words of their columns in place of what they hold. */
async function* toldInWords(
  batches: AsyncIterable<Rows>,
  columns: readonly ExportColumn[],
  { timeZone }: FilterContext,
): AsyncGenerator<Rows> {
  for await (const batch of batches)
    yield batch.map((row) =>
      row.map((cell, i) => (cell === null ? null : (columns[i]?.inWords?.words(cell, timeZone) ?? cell))),
    );
}

/** A cell of a file: the value, and of a moment the zone whose clocks tell it. */
interface FileCell {
  readonly value: RawBuilder<unknown>;
  readonly zone?: RawBuilder<unknown>;
}

/** The cell of a field. Its value becomes text when it is sent. */
export function fileCell({ kind }: Field, ref: string, zone: RawBuilder<unknown>): FileCell {
  if (kind === 'instant') return { value: sql.raw(ref), zone };
  return { value: sql.raw(kind === 'money' || kind === 'decimal' ? ref : wire[kind](ref)) };
}

export const toldSql = ({ value, zone }: FileCell): RawBuilder<unknown> =>
  zone ? sql`${value} at time zone ${zone}` : value;

/**
 * The rows of `from … where … order by …`. Nothing is made of their values until they are sorted: by then the rows before them are on their way
 * into the file.
 */
export function inOrder(cells: readonly FileCell[], rest: RawBuilder<unknown>): RawBuilder<unknown> {
  const sorted = cells.flatMap(({ value, zone }, i) => [
    sql`${value} as ${sql.ref(`v${i}`)}`,
    ...(zone ? [sql`${zone} as ${sql.ref(`z${i}`)}`] : []),
  ]);
  const told = cells.map(({ zone }, i) =>
    toldSql({ value: sql.ref(`v${i}`), ...(zone && { zone: sql.ref(`z${i}`) }) }),
  );
  return sql`select ${sql.join(told)} from (select ${sql.join(sorted)} ${rest} offset 0) sorted`;
}

/**
 * Opens the rows of a `select`, each value as the text that PostgreSQL writes. They are read through a cursor in one snapshot, so that records that change
 * underneath are neither repeated nor lost, and memory holds one batch. Only the first batch has been read when it resolves: a
 * refusal comes before the answer begins. `look` asks something else of the same snapshot before, and may refuse.
 */
export async function openCursor(
  db: Db,
  actor: Actor,
  select: RawBuilder<unknown>,
  context: FilterContext,
  look: (ask: AskFirst) => Promise<void> = async () => undefined,
): Promise<ExportedRows> {
  // A row travels as one value: the client makes a text of each value, which took it longer than all else. `offset 0` keeps the rows as they are sorted.
  const rows =
    sql`declare exported no scroll cursor for select exported_row from (${select} offset 0) exported_row`.compile(
      db.kysely,
    );
  const stamp = sql<{ stamp: string | null }>`select ${stampSql(actor, context.now)} as stamp`.compile(db.kysely);

  const connection = await db.connect();
  let count = 0;
  const fetch = async (): Promise<Rows> => {
    const result = await connection.query<[string]>({
      text: `fetch ${BATCH} from exported`,
      rowMode: 'array',
      types: AS_TEXT,
    });
    const { rows } = result;
    result.rows = []; // or they would be kept until the next full collection, by what is left of their query
    count += rows.length;
    return rows.map(([record]) => valuesOf(record));
  };
  try {
    await connection.query({ text: 'begin transaction isolation level repeatable read read only' });
    const { rows: stamps } = await connection.query<{ stamp: string | null }>(asked(stamp));
    checkStamp(actor, stamps[0]?.stamp ?? null);
    // All rows are wanted, not the first ones soon; and the reader may be slow.
    await connection.query({
      text: `set local cursor_tuple_fraction = 1; set local statement_timeout = '${LONGEST_BATCH}'; set local idle_in_transaction_session_timeout = '${STANDSTILL}'`,
    });
    await look(async (first) => (await connection.query<never>(asked(first.compile(db.kysely)))).rows);
    await connection.query(asked(rows));
    let batch = await fetch();
    const batches = (async function* () {
      while (batch.length > 0) {
        const next = batch.length < BATCH ? [] : fetch();
        if (next instanceof Promise) next.catch(() => undefined); // told when its turn comes, unless nobody reads on
        yield batch;
        batch = await next;
      }
      await connection.query({ text: 'commit' });
      connection.release();
    })();
    return { batches, count: () => count, close: () => connection.release(true) };
  } catch (error) {
    connection.release(true); // a connection that is broken off ends the query that runs on it
    throw error;
  }
}

/** The ids of a list field, by their commas. */
const linksText = ({ link, from, target }: FieldOf<'references'>): string =>
  `(select string_agg(l.${target}::text, ',' order by l.${target}) from ${link} l where l.${from} = t.id)`;

const asked = ({ sql: text, parameters }: Statement) => ({ text, values: [...parameters] });

const AS_TEXT = { getTypeParser: () => (value: string) => value };
