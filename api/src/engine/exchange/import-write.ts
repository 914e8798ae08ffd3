import type { ResourceDefinition } from '@innkeeper/contract';
import { sql } from 'kysely';
import { ApiError, invalid } from '../../platform/http/fail.ts';
import { type Values, ruledAlone } from '../resources/behaviour.ts';
import { refuseUnlive } from '../resources/bulk-edit.ts';
import { intactSql } from '../resources/references.ts';
import type { ReadyRow, Refuse } from '../resources/ready-row.ts';
import { type Wanted, askedTogether, columnsOf, unlessRefused } from '../resources/row-hooks.ts';
import { constraintError } from '../resources/refusals.ts';
import { isColumn, writeValues } from '../resources/write.ts';
import type { Write } from '../resources/write-services.ts';
import { BATCH } from './import-rows.ts';

/**
 * Writes rows that were read. Where a resource asks nothing of the database while a record is written, a thousand by a
 * statement; new records of one that is asked about many at once by a single statement; otherwise one after the other, so that
 * each meets what the ones before it have left. `refuse` hears of each row that is not written; it leaves nothing behind.
 */
export async function writeRows(write: Write, rows: readonly ReadyRow[], refuse: Refuse): Promise<void> {
  const isTogether = ({ before }: ReadyRow) => before === null && write.services.behaviours[write.d.key]?.many;
  await writeNew(write, rows.filter(isTogether), refuse);
  await writeOthers(
    write,
    rows.filter((ready) => !isTogether(ready)),
    refuse,
  );
}

/**
 * All by one statement, so that rows that follow from the records, above all their members' standing, are locked when its triggers fire, at
 * its end and not from the first thousand on. See docs/decisions/0041-imports-hold-late.md.
 */
async function writeNew(write: Write, rows: readonly ReadyRow[], refuse: Refuse): Promise<void> {
  if (rows.length === 0) return;
  const sent = rows.flatMap(
    (ready): Wanted[] => unlessRefused(ready, refuse, () => [{ ready, columns: columnsOf(write, ready) }]) ?? [],
  );
  const made: number[] = [];
  for (const group of grouped(write, await askedTogether(write, sent, refuse)))
    made.push(...(await writeGroup(write, group, refuse)));
  if (made.length > 0) await write.services.behaviours[write.d.key]?.many?.after(write.context, made);
}

async function writeOthers(write: Write, rows: readonly ReadyRow[], refuse: Refuse): Promise<void> {
  // Much follows from records that are asked about many at once: held at the end of one statement, and not from the first on.
  const batchSize = write.services.behaviours[write.d.key]?.many ? rows.length : BATCH;
  for (let at = 0; at < rows.length; at += batchSize) {
    const batch = rows.slice(at, at + batchSize);
    const groups = await together(write, batch, refuse);
    if (!groups) return oneByOne(write, rows.slice(at), refuse);
    for (const group of groups) await writeGroup(write, group, refuse);
  }
}

async function oneByOne(write: Write, rows: readonly ReadyRow[], refuse: Refuse): Promise<void> {
  for (const ready of rows) await writeOne(write, ready, refuse);
}

async function writeOne(write: Write, { row, values, before }: ReadyRow, refuse: Refuse): Promise<void> {
  const error = await attempt(write, async () => {
    const { id, pointed } = await writeValues(write, values, before);
    await refuseUnlive(write, [id], pointed);
  });
  if (error) refuse(row, error);
}

/** Rows that one statement can write: all create or all change, and all the same columns. */
interface Group {
  readonly names: readonly string[];
  readonly members: Wanted[];
}

function grouped({ d }: Write, rows: readonly Wanted[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const { ready, columns: wanted } of rows) {
    const columns = Object.fromEntries(Object.entries(wanted).filter(([name]) => isColumn(d, name)));
    const names = Object.keys(columns).sort();
    const key = [ready.before ? 'change' : 'create', ...names].join(' ');
    const group = groups.get(key) ?? { names, members: [] };
    groups.set(key, group);
    group.members.push({ ready, columns });
  }
  return [...groups.values()];
}

/**
 * Groups rows by the columns to write; undefined where they must be written one after the other.
 */
async function together(
  write: Write,
  rows: readonly ReadyRow[],
  refuse: Refuse,
): Promise<readonly Group[] | undefined> {
  const { context, services, d } = write;
  const behaviour = services.behaviours[d.key];
  const isAlone = (name: string) => d.fields[name]?.kind === 'references' || d.fields[name]?.kind === 'secret';
  if (behaviour?.afterWrite || rows.some(({ values }) => Object.keys(values).some(isAlone))) return undefined;
  const wanted: Wanted[] = [];
  for (const ready of rows) {
    try {
      const sent = columnsOf(write, ready);
      const columns = await ruledAlone(behaviour, context, sent, ready.before);
      if (!columns) return undefined;
      wanted.push({ ready, columns });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refuse(ready.row, error);
    }
  }
  return grouped(write, wanted);
}

/**
 * Rows that the database refuses are halved until it is known which ones are to blame. Returns the ids of those that were written
 * together: one that was left alone has had its hooks.
 */
async function writeGroup(write: Write, { names, members }: Group, refuse: Refuse): Promise<readonly number[]> {
  const [first] = members;
  if (!first) return [];
  const isMadeAlone = first.ready.before !== null || !write.services.behaviours[write.d.key]?.many;
  if (members.length === 1 && isMadeAlone) {
    await writeOne(write, first.ready, refuse);
    return [];
  }
  let ids: readonly number[] = [];
  const error = await attempt(write, async () => {
    ids = await writeTogether(write, { names, members });
  });
  if (!error) return ids;
  if (members.length === 1) {
    await writeOne(write, first.ready, refuse); // which names the error in words
    return [];
  }
  const half = Math.ceil(members.length / 2);
  return [
    ...(await writeGroup(write, { names, members: members.slice(0, half) }, refuse)),
    ...(await writeGroup(write, { names, members: members.slice(half) }, refuse)),
  ];
}

async function writeTogether({ context, services, d }: Write, { names, members }: Group): Promise<readonly number[]> {
  const { tx } = context;
  const isUpdate = members[0]?.ready.before !== null;
  const records = members.map(({ ready, columns }) => ({
    ...asJson(d, columns),
    ...(ready.before && { id: ready.before.id }),
  }));
  const table = sql.table(d.key);
  const from = sql`json_populate_recordset(null::${table}, ${JSON.stringify(records)}::json) r`;
  const list = (prefix: string) => sql.join(names.map((name) => sql.raw(`${prefix}"${name}"`)));
  const pairs = sql.join(names.map((name) => sql.raw(`"${name}" = r."${name}"`)));
  const statement = isUpdate
    ? sql<{ id: number }>`update ${table} t set ${pairs} from ${from} where t.id = r.id returning t.id`
    : sql<{ id: number }>`insert into ${table} (${list('')}) select ${list('r.')} from ${from} returning id`;
  try {
    const { rows } = await statement.execute(tx);
    const ids = rows.map(({ id }) => id);
    const { rows: broken } = await sql`select from ${table} t where t.id = any(${ids}::bigint[])
      and not ${intactSql(
        d,
        names.filter((name) => isNews(name, members)),
      )} limit 1`.execute(tx);
    if (broken.length > 0) throw invalid({});
    const changed = members.flatMap(({ ready: { before } }) => (before ? [before] : []));
    if (changed.length > 0) await services.behaviours[d.key]?.afterUpdate?.(context, changed);
    return ids;
  } catch (error) {
    throw error instanceof ApiError ? error : (constraintError(d, error) ?? error);
  }
}

/** A record may keep pointing to one that was deleted since. */
const isNews = (name: string, members: Group['members']): boolean =>
  members.some(({ ready: { before }, columns }) => !before || before[name] !== columns[name]);

/** Columns as JSON that PostgreSQL turns into a row. */
const asJson = (d: ResourceDefinition, columns: Values): Values =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      d.fields[name]?.kind === 'json' && typeof value === 'string' ? JSON.parse(value) : value,
    ]),
  );

/** Does a part of a write; takes that part back where it is refused, and answers the refusal. */
export async function attempt({ context: { tx } }: Write, work: () => Promise<void>): Promise<ApiError | undefined> {
  await sql`savepoint attempt`.execute(tx);
  const refusal = await work().then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    },
  );
  if (refusal) await sql`rollback to savepoint attempt`.execute(tx);
  await sql`release savepoint attempt`.execute(tx);
  return refusal;
}
