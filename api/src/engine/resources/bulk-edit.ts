import { MAX_BULK_RECORDS, type Language, type ResourceDefinition, bulkFields, message } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { Body } from '../../platform/http/body.ts';
import { ApiError, apiError, validationError } from '../../platform/http/api-error.ts';
import { parseJsonField } from '../../platform/http/json.ts';
import { type Row, type Values, applyRowRule } from './resource-hooks.ts';
import { findMatchingIds, parseBulkCall } from './bulk.ts';
import { checkReferences, targetsLiveSql } from './references.ts';
import { checkRows } from './row-check.ts';
import type { RejectRow } from './ready-row.ts';
import { createUniqueCheck } from './row-unique.ts';
import type { StoredResponse } from './transaction.ts';
import { parseValues, toColumns } from './values.ts';
import { editLock } from './row-locks.ts';
import { isColumn, lockLiveRows, newReferences, assertFieldRules, updateRows, writeValues } from './write.ts';
import type { Write, WriteServices } from './write-services.ts';

/**
 * Sets the same values on many records in one transaction, all or none. If the resource's hooks do not query the
 * database, one statement writes them all. Otherwise they are written one at a time, so that each check sees the
 * earlier writes. A dry run makes the same checks, writes nothing and locks nothing.
 */

/** Maximum number of ids in a response. */
const MAX_IDS = 500;

type EditWrite = Write & { readonly services: WriteServices & Parameters<typeof findMatchingIds>[0] };

/** Handles `POST /api/{resource}/updateBulk`. Throws a 422 with every invalid field, a 404 that lists missing ids. */
export async function editInBulk(write: EditWrite, body: Body, language: Language): Promise<StoredResponse> {
  const { context, services, d, timeZone } = write;
  const { set: _, ...selection } = body.values;
  const bulkCall = parseBulkCall({ ...body, values: selection });
  const set = parseBulkValues(d, body);
  const ids = await findMatchingIds(services, context, d, bulkCall, { deleted: false, timeZone });
  if (ids.length > MAX_BULK_RECORDS) throw validationError({ filter: [message('list_length', MAX_BULK_RECORDS)] });
  if (!context.dryRun) {
    if (ids.length > 0) await editRecords(write, ids, set);
    return { status: 200, body: JSON.stringify({ data: { updated: ids.length } }) };
  }
  const rejected = ids.length === 0 ? NO_REJECTIONS : await checkRecords(write, ids, set);
  const data = {
    matched: ids.length,
    updated: ids.length - rejected.size,
    rejected: [...rejected.keys()].sort((a, b) => a - b).slice(0, MAX_IDS),
    reasons: listReasons(d, [...rejected.values()], language),
  };
  return { status: 200, body: JSON.stringify({ data }) };
}

/** Reads `set` and validates it like an update. Rejects fields that only a single record can get. */
function parseBulkValues(d: ResourceDefinition, { values, isForm }: Body): Record<string, unknown> {
  const set = isForm ? parseJsonField(values.set) : values.set;
  if (typeof set !== 'object' || set === null || Array.isArray(set) || Object.keys(set).length === 0)
    throw validationError({ set: [message('required')] });
  const input: Record<string, unknown> = { ...set };
  const editableFields = new Set(bulkFields(d));
  const validated = parseValues(d, { isForm: false, values: input, files: {} }, 'update');
  const individualFields = Object.keys(input).filter((name) => !editableFields.has(name));
  if (individualFields.length > 0)
    throw validationError(Object.fromEntries(individualFields.map((name) => [name, [message('one_by_one')]])));
  return validated;
}

/**
 * Each distinct reason once: the error's own message, or a field error under its label, `Last day: This must not be
 * before First day.`
 */
function listReasons(d: ResourceDefinition, rejected: readonly ApiError[], language: Language): readonly string[] {
  const reasons = rejected.flatMap((error) => {
    const { message: errorMessage, errors = {} } = error.body(language, '');
    const fields = Object.entries(errors).flatMap(([name, texts]) =>
      texts.map((text) => `${d.fields[name]?.label[language] ?? name}: ${text}`),
    );
    return fields.length > 0 && !error.details.message ? fields : [errorMessage];
  });
  return [...new Set(reasons)];
}

const NO_REJECTIONS: ReadonlyMap<number, ApiError> = new Map();

/** The errors of the records that reject the values, by id. Each is checked as if the earlier ones were written. */
async function checkRecords(write: Write, ids: readonly number[], set: Values): Promise<ReadonlyMap<number, ApiError>> {
  const rows = await readRecords(write, ids, set);
  const rejected = new Map<number, ApiError>();
  const reject: RejectRow = (id, error) => void rejected.set(id, error);
  const rejectTaken = createUniqueCheck(write, reject, () => message('taken'));
  const uniqueRows = await rejectTaken(rows.map((before) => ({ row: before.id, values: set, before })));
  await rejectTaken(await checkRows(write, uniqueRows, reject));
  return rejected;
}

async function editRecords(write: Write, ids: readonly number[], set: Values): Promise<void> {
  const rows = await readRecords(write, ids, set);
  const groups = await groupRows(write, rows, set);
  if (groups) for (const group of groups) await writeGroup(write, group);
  else for (const { id } of rows) await writeOne(write, id, set).catch(rethrowWithId(id));
}

/** The records, locked unless this is a dry run. Their new reference targets are checked once for all of them. */
async function readRecords(write: Write, ids: readonly number[], set: Values): Promise<readonly Row[]> {
  const { context, services, d } = write;
  const rows = await lockLiveRows(write, ids, editLock(d), set);
  await checkReferences(context, services.hooksByResource, d, changedValues(set, rows));
  return rows;
}

/** The values that at least one of the records does not have yet. */
const changedValues = (values: Values, rows: readonly Row[]): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) =>
      rows.some((row) => name in newReferences({ [name]: value }, row, null)),
    ),
  );

/** Rethrows an error with the id of the record that rejects the values. */
const rethrowWithId =
  (id: number) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError)) throw error;
    const { code, details } = error;
    throw apiError(code, { ...details, errors: { ...details.errors, ids: [String(id)] } });
  };

// All in one statement ------------------------------------------------------------------------------------------------

interface WriteGroup {
  readonly columns: Values;
  readonly rows: Row[];
}

/** Groups the records by the columns to write; undefined if they must be written one at a time. */
async function groupRows(write: Write, rows: readonly Row[], set: Values): Promise<readonly WriteGroup[] | undefined> {
  const { context, services, d, timeZone } = write;
  const hooks = services.hooksByResource[d.key];
  const hasLinks = Object.keys(set).some((name) => d.fields[name]?.kind === 'references');
  if (hooks?.afterWrite || hasLinks) return undefined;
  const groups = new Map<string, WriteGroup>();
  const input = toColumns(d, set, timeZone);
  for (const row of rows) {
    try {
      assertFieldRules(write, input, row);
      const result = await applyRowRule(hooks, context, input, row);
      if (!result) return undefined;
      const columns = Object.fromEntries(Object.entries(result).filter(([name]) => isColumn(d, name)));
      const key = JSON.stringify(columns);
      const group = groups.get(key) ?? { columns, rows: [] };
      groups.set(key, group);
      group.rows.push(row);
    } catch (error) {
      rethrowWithId(row.id)(error);
    }
  }
  return [...groups.values()];
}

async function writeGroup(write: Write, { columns, rows }: WriteGroup): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await updateRows(write.context, write.d, ids, columns);
  await write.services.hooksByResource[write.d.key]?.afterUpdate?.(write.context, rows);
  await assertTargetsLive(write, ids, changedValues(columns, rows));
}

// One by one ----------------------------------------------------------------------------------------------------------

async function writeOne(write: Write, id: number, set: Values): Promise<void> {
  // Read again: writing another record may have changed this one.
  const [row] = await lockLiveRows(write, [id], editLock(write.d));
  if (!row) return;
  const { newTargets } = await writeValues(write, set, row);
  await assertTargetsLive(write, [id], newTargets);
}

/** Rejects written records that reference one deleted concurrently. */
export async function assertTargetsLive(
  { context, services, d }: Write,
  ids: readonly number[],
  newTargets: Values,
): Promise<void> {
  if (Object.keys(newTargets).length === 0) return;
  const { rows } = await sql<{ targets_live: boolean }>`
    select bool_and(${targetsLiveSql(d, Object.keys(newTargets))}) as targets_live from ${sql.table(d.key)} t
    where t.id = any(${ids}::bigint[])`.execute(context.tx);
  if (rows[0]?.targets_live === false) await checkReferences(context, services.hooksByResource, d, newTargets);
}
