import { BULK_MAX, type Language, type ResourceDefinition, bulkFields, message } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { Body } from '../../platform/http/body.ts';
import { ApiError, fail, invalid } from '../../platform/http/fail.ts';
import { jsonIn } from '../../platform/http/json.ts';
import { type Row, type Values, ruledAlone } from './behaviour.ts';
import { meantIds, readBulk } from './bulk.ts';
import { checkReferences, intactSql } from './references.ts';
import { checkRows } from './row-check.ts';
import type { Refuse } from './ready-row.ts';
import { createUniqueCheck } from './row-unique.ts';
import type { Answer } from './transaction.ts';
import { readValues, toColumns } from './values.ts';
import { editLock } from './locks.ts';
import { isColumn, lockLiveRows, newReferences, refuseBrokenRules, updateRows, writeValues } from './write.ts';
import type { Write, WriteServices } from './write-services.ts';

/**
 * Giving many records the same values at once: one transaction, all or none. Where a resource asks nothing of the database
 * while a record is written, all of them are written by one statement; otherwise one after the other, so that each meets what
 * the ones before it have left. A dry run asks the same questions of each, writes nothing and locks nothing.
 */

/** Ids that an answer names at most. */
const NAMED = 500;

type EditWrite = Write & { readonly services: WriteServices & Parameters<typeof meantIds>[0] };

/** Answers `POST /api/{resource}/updateBulk`. Throws a 422 with every field that is wrong, a 404 that lists ids that are not there. */
export async function editInBulk(write: EditWrite, body: Body, language: Language): Promise<Answer> {
  const { context, services, d, timeZone } = write;
  const { set: _, ...target } = body.values;
  const asked = readBulk({ ...body, values: target });
  const set = readSet(d, body);
  const ids = await meantIds(services, context, d, asked, { deleted: false, timeZone });
  if (ids.length > BULK_MAX) throw invalid({ filter: [message('list_length', BULK_MAX)] });
  if (!context.check) {
    if (ids.length > 0) await editRecords(write, ids, set);
    return { status: 200, body: JSON.stringify({ data: { updated: ids.length } }) };
  }
  const refused = ids.length === 0 ? NOBODY : await askRecords(write, ids, set);
  const data = {
    matched: ids.length,
    updated: ids.length - refused.size,
    refused: [...refused.keys()].sort((a, b) => a - b).slice(0, NAMED),
    reasons: reasonsOf(d, [...refused.values()], language),
  };
  return { status: 200, body: JSON.stringify({ data }) };
}

/** Reads `set`, checked as an update checks it. A value that several records cannot share is refused, not passed over. */
function readSet(d: ResourceDefinition, { values, isForm }: Body): Record<string, unknown> {
  const set = isForm ? jsonIn(values.set) : values.set;
  if (typeof set !== 'object' || set === null || Array.isArray(set) || Object.keys(set).length === 0)
    throw invalid({ set: [message('required')] });
  const sent: Record<string, unknown> = { ...set };
  const may = new Set(bulkFields(d));
  const read = readValues(d, { isForm: false, values: sent, files: {} }, 'update');
  const alone = Object.keys(sent).filter((name) => !may.has(name));
  if (alone.length > 0) throw invalid(Object.fromEntries(alone.map((name) => [name, [message('one_by_one')]])));
  return read;
}

/** Each reason once: its own sentence, or what is wrong with a field under its label, `Last day: This must not be before First day.` */
function reasonsOf(d: ResourceDefinition, refused: readonly ApiError[], language: Language): readonly string[] {
  const reasons = refused.flatMap((error) => {
    const { message: whole, errors = {} } = error.body(language, '');
    const fields = Object.entries(errors).flatMap(([name, texts]) =>
      texts.map((text) => `${d.fields[name]?.label[language] ?? name}: ${text}`),
    );
    return fields.length > 0 && !error.details.message ? fields : [whole];
  });
  return [...new Set(reasons)];
}

const NOBODY: ReadonlyMap<number, ApiError> = new Map();

/** The refusals of records that would not take the values, by id: each is checked with the rows that earlier ones would have left. */
async function askRecords(write: Write, ids: readonly number[], set: Values): Promise<ReadonlyMap<number, ApiError>> {
  const rows = await readRecords(write, ids, set);
  const refused = new Map<number, ApiError>();
  const refuse: Refuse = (id, error) => void refused.set(id, error);
  const withoutTaken = createUniqueCheck(write, refuse, () => message('taken'));
  const free = await withoutTaken(rows.map((before) => ({ row: before.id, values: set, before })));
  await withoutTaken(await checkRows(write, free, refuse));
  return refused;
}

async function editRecords(write: Write, ids: readonly number[], set: Values): Promise<void> {
  const rows = await readRecords(write, ids, set);
  const groups = await together(write, rows, set);
  if (groups) for (const group of groups) await writeGroup(write, group);
  else for (const { id } of rows) await writeOne(write, id, set).catch(naming(id));
}

/** The records, locked unless this is a dry run. Their new targets are checked once for all of them. */
async function readRecords(write: Write, ids: readonly number[], set: Values): Promise<readonly Row[]> {
  const { context, services, d } = write;
  const rows = await lockLiveRows(write, ids, editLock(d), set);
  await checkReferences(context, services.behaviours, d, newToSome(set, rows));
  return rows;
}

/** The values that at least one of the records does not have yet. */
const newToSome = (values: Values, rows: readonly Row[]): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) =>
      rows.some((row) => name in newReferences({ [name]: value }, row, null)),
    ),
  );

/** Throws a refusal on, with the id of the record that will not take the values. */
const naming =
  (id: number) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError)) throw error;
    const { code, details } = error;
    throw fail(code, { ...details, errors: { ...details.errors, ids: [String(id)] } });
  };

// All by one statement -------------------------------------------------------------------------------------------------------

interface Group {
  readonly columns: Values;
  readonly rows: Row[];
}

/**
 * The records grouped by the columns to write; undefined where they must be written one after the other.
 */
async function together(write: Write, rows: readonly Row[], set: Values): Promise<readonly Group[] | undefined> {
  const { context, services, d, timeZone } = write;
  const behaviour = services.behaviours[d.key];
  const hasLinks = Object.keys(set).some((name) => d.fields[name]?.kind === 'references');
  if (behaviour?.afterWrite || hasLinks) return undefined;
  const groups = new Map<string, Group>();
  const sent = toColumns(d, set, timeZone);
  for (const row of rows) {
    try {
      refuseBrokenRules(write, sent, row);
      const answer = await ruledAlone(behaviour, context, sent, row);
      if (!answer) return undefined;
      const columns = Object.fromEntries(Object.entries(answer).filter(([name]) => isColumn(d, name)));
      const key = JSON.stringify(columns);
      const group = groups.get(key) ?? { columns, rows: [] };
      groups.set(key, group);
      group.rows.push(row);
    } catch (error) {
      naming(row.id)(error);
    }
  }
  return [...groups.values()];
}

async function writeGroup(write: Write, { columns, rows }: Group): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await updateRows(write.context, write.d, ids, columns);
  await write.services.behaviours[write.d.key]?.afterUpdate?.(write.context, rows);
  await refuseUnlive(write, ids, newToSome(columns, rows));
}

// One after the other --------------------------------------------------------------------------------------------------------

async function writeOne(write: Write, id: number, set: Values): Promise<void> {
  // Read anew: writing another record may have changed this one.
  const [row] = await lockLiveRows(write, [id], editLock(write.d));
  if (!row) return;
  const { pointed } = await writeValues(write, set, row);
  await refuseUnlive(write, [id], pointed);
}

/** Refuses written records that point to one deleted in the same moment. */
export async function refuseUnlive(
  { context, services, d }: Write,
  ids: readonly number[],
  pointed: Values,
): Promise<void> {
  if (Object.keys(pointed).length === 0) return;
  const { rows } = await sql<{ intact: boolean }>`
    select bool_and(${intactSql(d, Object.keys(pointed))}) as intact from ${sql.table(d.key)} t where t.id = any(${ids}::bigint[])`.execute(
    context.tx,
  );
  if (rows[0]?.intact === false) await checkReferences(context, services.behaviours, d, pointed);
}
