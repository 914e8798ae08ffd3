import { type Label, type ResourceDefinition, brokenFieldRules, isStored } from '@innkeeper/contract';
import { sql } from 'kysely';
import { nameFiles } from '../../platform/files/storage.ts';
import type { Body } from '../../platform/http/body.ts';
import { fail, invalid } from '../../platform/http/fail.ts';
import { type Behaviour, type Behaviours, type Row, type Values, type WriteContext, askedAbout } from './behaviour.ts';
import { reasonSql } from './delete-reason.ts';
import { type Links, readLinks, writeLinks } from './links.ts';
import { type RowLock, lockRow, lockRows } from './locks.ts';
import { refuseClosedRecords } from './months.ts';
import { findNumbers, withNumbers } from './numbers.ts';
import { recordSql } from './record-json.ts';
import { areFound, checkReferences, intactSql, refuseUsed } from './references.ts';
import { issueToken, storedToken } from './tokens.ts';
import { constraintError } from './refusals.ts';
import { writeUnique } from './row-unique.ts';
import { readValues, toColumns } from './values.ts';
import type { Write, WriteServices } from './write-services.ts';

/** A record as it now stands, and the token that was made for it: only the caller ever sees it. */
export interface Written {
  /** JSON text. */
  readonly data: string;
  readonly issued: Readonly<Record<string, string>>;
}

/** Creates a record. Throws a 422 with every wrong field; then nothing is written. */
export async function createRecord(write: Write, body: Body): Promise<Written> {
  const { d } = write;
  const numbers = await findNumbers(write, [body]);
  const values = readValues(d, withNumbers(d, withOnlyHotel(write, body), numbers), 'create');
  return store(write, values, null);
}

/** A user of one hotel need not name it. */
export function withOnlyHotel({ d, context }: Write, body: Body): Body {
  const [only, ...others] = context.actor.hotels ?? [];
  const isMissing = d.fields.hotel_id?.required && (body.values.hotel_id ?? '') === '';
  return only !== undefined && others.length === 0 && isMissing
    ? { ...body, values: { ...body.values, hotel_id: body.isForm ? String(only) : only } }
    : body;
}

/**
 * Changes the fields that were sent. Throws 404 out of sight, 409 for a deleted record, and 409 `stale_record` with the
 * current one when `expected` is not the version that stands.
 */
export async function updateRecord(
  write: Write,
  id: number,
  body: Body,
  expected: number | undefined,
): Promise<Written> {
  const before = await lockLive(write, id, expected, body.values);
  return store(write, readValues(write.d, body, 'update', before), before);
}

/** Gives a record another token; the one that it had serves no more. Throws as an update does. */
export const replaceToken = async (write: Write, id: number, expected: number | undefined): Promise<Written> =>
  store(write, {}, await lockLive(write, id, expected), true);

/** Locks a record that is to be changed. Throws 404 out of sight, 409 for a deleted one or another version than `expected`. */
export async function lockLive(write: Write, id: number, expected: number | undefined, future?: Values): Promise<Row> {
  const { context, services, d } = write;
  const before = await lockRow(context, services.behaviours, d, id, future);
  if (before.deleted_at !== null) throw fail('conflict', { message: deletedText(d) });
  await refuseStale(write, [before], expected);
  return before;
}

/** Throws a 409 with the record as it stands when a locked row is not of the version that the caller saw. */
export async function refuseStale(write: Write, rows: readonly Row[], expected: number | undefined): Promise<void> {
  const other = rows.find((row) => row.version !== expected);
  if (expected === undefined || !other) return;
  throw fail('stale_record', { current: JSON.parse(await readWritten(write, other.id)) });
}

const deletedText = ({ label }: ResourceDefinition): Label => ({
  en: `${label.en}: restore this record before changing it.`,
  id: `${label.id}: pulihkan data ini sebelum mengubahnya.`,
});

async function store(write: Write, sent: Values, before: Row | null, isIssuing = before === null): Promise<Written> {
  const { context, services, d } = write;
  const { id, pointed, issued } = await writeValues(write, sent, before, isIssuing);
  const { afterCreate, asksAfterCreate }: Behaviour = (before ? undefined : services.behaviours[d.key]) ?? {};
  const names = Object.keys(pointed);
  const { data, intact, answer } = await readBack(context, services.behaviours, d, id, names, asksAfterCreate);
  if (!intact) await checkReferences(context, services.behaviours, d, pointed);
  await afterCreate?.(context, id, answer);
  return { data, issued };
}

/**
 * Writes values that were read from a request into a new or a locked row, with the hooks around it. Returns the row's id, the
 * token that was made for it, and its new references: the caller checks that their targets still live, now that the
 * row holds them.
 */
export async function writeValues(
  write: Write,
  sent: Values,
  before: Row | null,
  isIssuing = before === null,
): Promise<{ id: number; pointed: Values; issued: Written['issued'] }> {
  const { context, services, d, timeZone } = write;
  const behaviour: Behaviour = services.behaviours[d.key] ?? {};
  const links = linksOf(d, sent);
  const held = before && Object.keys(links).length > 0 ? await readLinks(context, d, before.id) : null;
  const pointing = newReferences(sent, before, held);
  if (!areFound(context, d, pointing)) await checkReferences(context, services.behaviours, d, pointing);
  let columns: Values = toColumns(d, sent, timeZone);
  refuseBrokenRules(write, columns, before);
  columns = (await askedAbout(behaviour, context, { ...columns, ...links }, before)) ?? columns;
  const issued = isIssuing ? issueToken(d, columns) : {};
  columns = await hashed(
    d,
    Object.fromEntries(Object.entries({ ...columns, ...issued }).filter(([name]) => isColumn(d, name))),
    services,
  );
  await nameFiles(context.tx, newFiles(d, sent));
  const id = before ? before.id : await insert(context, d, columns);
  if (before) await updateRows(context, d, [id], columns);
  if (Object.keys(links).length > 0) await writeLinks(context, d, id, links, held);
  await behaviour.afterWrite?.(context, id, before);
  if (before) await behaviour.afterUpdate?.(context, [before]);
  return { id, pointed: newReferences(columns, before, null), issued };
}

const newFiles = (d: ResourceDefinition, sent: Values): string[] =>
  Object.entries(sent).flatMap(([name, value]) =>
    d.fields[name]?.kind === 'file' && typeof value === 'string' ? [value] : [],
  );

/**
 * A rule between two fields is judged by the future record: fields that were not sent stand as they are, or as a new record
 * begins.
 */
export function refuseBrokenRules({ d, context, timeZone }: Write, columns: Values, before: Row | null): void {
  const areThere = Object.values(d.fields).some(({ rules }) => rules?.some((rule) => !('value' in rule)));
  if (!areThere) return; // an import asks for each of its rows
  const broken = brokenFieldRules(
    d.fields,
    { ...(before ?? defaultsOf(d)), ...columns },
    new Set(Object.keys(columns)),
    dayAt(context.now, timeZone),
  );
  if (Object.keys(broken).length > 0) throw invalid(broken);
}

const dayAt = (moment: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();

const defaultsOf = (d: ResourceDefinition): Values =>
  Object.fromEntries(Object.entries(d.fields).map(([name, f]) => [name, f.default ?? null]));

export const isColumn = (d: ResourceDefinition, name: string): boolean => {
  const f = d.fields[name];
  return f !== undefined && isStored(f);
};

/**
 * The new references of a write. References that stay as they are, alone or in a list, are not asked about again: a record may
 * keep pointing to one that was deleted since.
 */
export function newReferences(values: Values, before: Row | null, held: Links | null): Values {
  const changed = Object.entries(values).filter(([name, value]) => !before || before[name] !== value);
  return Object.fromEntries(
    changed.map(([name, value]) => {
      const had = held?.[name];
      return [name, had && Array.isArray(value) ? value.filter((id) => !had.includes(Number(id))) : value];
    }),
  );
}

const linksOf = (d: ResourceDefinition, sent: Values): Record<string, readonly number[]> =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) =>
      d.fields[name]?.kind === 'references' && Array.isArray(value) ? [[name, value.map(Number)]] : [],
    ),
  );

async function hashed(d: ResourceDefinition, columns: Values, { hashSecret }: WriteServices): Promise<Values> {
  const out: Record<string, unknown> = { ...columns };
  for (const [name, value] of Object.entries(columns)) {
    const f = d.fields[name];
    if (f?.kind !== 'secret' || typeof value !== 'string') continue;
    out[name] = f.token ? storedToken(d, name, value) : await hashSecret(value);
  }
  return out;
}

async function insert(context: WriteContext, d: ResourceDefinition, columns: Values): Promise<number> {
  const names = Object.keys(columns);
  const [row] = await writeUnique(
    context,
    d,
    columns,
    (seconds) => sql<{ id: number; seconds: number | null }>`
      insert into ${sql.table(d.key)} (${sql.join(names.map((name) => sql.ref(name)))})
      values (${sql.join(names.map((name) => sql`${columns[name]}`))}) returning id, ${seconds} as seconds`,
  );
  return row?.id ?? 0;
}

/** Gives locked rows the same values. Throws the refusal that a violated constraint stands for. */
export async function updateRows(
  context: WriteContext,
  d: ResourceDefinition,
  ids: readonly number[],
  columns: Values,
): Promise<void> {
  const names = Object.keys(columns);
  if (names.length === 0) return;
  const set = sql.join(names.map((name) => sql`${sql.ref(name)} = ${columns[name]}`));
  await writeUnique(
    context,
    d,
    columns,
    (seconds) => sql<{ seconds: number | null }>`
      update ${sql.table(d.key)} set ${set} where id = any(${ids}::bigint[]) returning ${seconds} as seconds`,
  );
}

/** The record as it now stands, whether all that these fields point to is live, and the answer to a question in SQL about the record `t`. */
async function readBack(
  { tx }: WriteContext,
  behaviours: Behaviours,
  d: ResourceDefinition,
  id: number,
  names: readonly string[],
  question = 'false',
) {
  const { columns, table, joins } = recordSql(d, behaviours);
  const { rows } = await sql<{ data: string; intact: boolean; answer: boolean }>`
    select row_to_json(r)::text as data, a.*
    from (select ${sql.raw(columns)} from ${sql.raw(`${table} ${joins}`)} where t.id = ${id}) r,
         (select ${intactSql(d, names)} as intact, ${sql.raw(question)} as answer from ${sql.table(d.key)} t where t.id = ${id}) a`.execute(
    tx,
  );
  return rows[0] ?? { data: 'null', intact: true, answer: false };
}

/** The same rows, none of them deleted. Throws a 404 that lists the ids that are not there. */
export async function lockLiveRows(
  { context, services, d }: Write,
  ids: readonly number[],
  lock?: RowLock,
  future?: Values,
): Promise<Row[]> {
  const rows = (await lockRows(context, services.behaviours, d, ids, lock, future)).filter(
    (row) => row.deleted_at === null,
  );
  refuseMissing(d, ids, rows);
  return rows;
}

// Delete -------------------------------------------------------------------------------------------------------

const missing = (d: ResourceDefinition, ids: readonly number[]) =>
  fail('record_not_found', {
    params: { label: d.label, id: ids.slice(0, 20).join(', ') },
    errors: { ids: ids.map(String) },
  });

/**
 * Soft-deletes records, all or none: any id that is unknown, out of sight or deleted already is a 404 that lists those ids. The
 * reason is asked for where the resource has a field for it. Throws 409 `stale_record` when `expected` is not the version that stands.
 */
export async function deleteRecords(
  write: Write,
  ids: readonly number[],
  reason?: unknown,
  expected?: number,
): Promise<number> {
  const { context, services, d } = write;
  const behaviour: Behaviour = services.behaviours[d.key] ?? {};
  const rows = await refuseDelete(write, ids, expected);
  const why = await reasonSql(write, ids, reason);
  await behaviour.beforeDelete?.(context, rows);
  try {
    await sql`update ${sql.table(d.key)} set deleted_at = ${context.now}${why} where id = any(${ids}::bigint[])`.execute(
      context.tx,
    );
    await behaviour.afterDelete?.(context, ids);
  } catch (error) {
    throw constraintError(d, error) ?? error;
  }
  return ids.length;
}

/** Throws the refusal of deleting the records; they are locked, unless the write is a check. */
export async function refuseDelete(write: Write, ids: readonly number[], expected?: number): Promise<Row[]> {
  const { context, services, d } = write;
  const rows = await lockLiveRows(write, ids);
  await refuseStale(write, rows, expected);
  await refuseClosedRecords(context, d, ids);
  await refuseUsed(context, services.behaviours, d, ids);
  return rows;
}

/** Throws a 404 that lists the ids that were asked for and not found. */
export function refuseMissing(d: ResourceDefinition, ids: readonly number[], rows: readonly { id: number }[]): void {
  const found = new Set(rows.map((row) => row.id));
  const lacking = ids.filter((id) => !found.has(id));
  if (lacking.length > 0) throw missing(d, lacking);
}

/** The record as JSON text, inside the write that has just changed it. */
export const readWritten = async (write: Write, id: number): Promise<string> =>
  (await readAllWritten(write, [id])).get(id) ?? 'null';

/** The same of several records, by id. */
export async function readAllWritten(
  { context, services, d }: Write,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const { columns, table, joins } = recordSql(d, services.behaviours);
  const { rows } = await sql<{ id: number; data: string }>`
    select r.id, row_to_json(r)::text as data
    from (select ${sql.raw(columns)} from ${sql.raw(`${table} ${joins}`)} where t.id = any(${ids}::bigint[])) r`.execute(
    context.tx,
  );
  return new Map(rows.map(({ id, data }) => [id, data]));
}
