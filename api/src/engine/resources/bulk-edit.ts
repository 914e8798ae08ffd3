import { MAX_BULK_RECORDS, type Language, type ResourceDefinition, bulkFields, message } from '@innkeeper/contract';
import type { Body } from '../../platform/http/body.ts';
import { type ApiError, apiError, validationError } from '../../platform/http/api-error.ts';
import { parseJsonField } from '../../platform/http/json.ts';
import { findMatchingIds, parseBulkCall } from './bulk.ts';
import { checkRows } from './check-rows.ts';
import type { ReadyRow, RejectRow } from './ready-row.ts';
import { readHotelTimeZones, resolveMoments } from './hotel-time-zones.ts';
import { checkReferences } from './references.ts';
import type { Row, Values } from './resource-hooks.ts';
import { createUniqueCheck } from './row-unique.ts';
import type { StoredResponse } from './transaction.ts';
import { parseValues } from './values.ts';
import { editLock } from './row-locks.ts';
import { lockLiveRows } from './write.ts';
import { writeRows } from './write-rows.ts';
import type { Write, WriteServices } from './write-services.ts';

/*
 * Sets the same values on many records in one transaction, all or none. A local time of an event at a hotel means that
 * time at the hotel of each record.
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
  const records = ids.length === 0 ? [] : await lockLiveRows(write, ids, editLock(d), set);
  const zones = await readHotelTimeZones(write);
  const rows = records.map((before) => {
    const values = { ...set };
    resolveMoments(d, values, before, zones);
    return { row: before.id, values, before };
  });
  // Checked for all records at once, because an error of the value names no record.
  await checkReferences(context, services.hooksByResource, d, changedReferences(set, records));
  if (!context.isDryRun) {
    await writeRows(write, rows, rejectWithId);
    return { status: 200, body: JSON.stringify({ data: { updated: ids.length } }) };
  }
  const rejected = await checkEdits(write, rows);
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

/** The values that at least one of the records does not have yet. */
const changedReferences = (set: Values, records: readonly Row[]): Values =>
  Object.fromEntries(Object.entries(set).filter(([name, value]) => records.some((row) => row[name] !== value)));

/** The errors of the records that reject the values, by id. */
async function checkEdits(write: Write, rows: readonly ReadyRow[]): Promise<ReadonlyMap<number, ApiError>> {
  const rejected = new Map<number, ApiError>();
  const reject: RejectRow = (id, error) => void rejected.set(id, error);
  const rejectTaken = createUniqueCheck(write, reject, () => message('taken'));
  await rejectTaken(await checkRows(write, await rejectTaken(rows), reject));
  return rejected;
}

/** Throws an error with the id of the record that rejects the values. */
export const rejectWithId: RejectRow = (id, { code, details }) => {
  throw apiError(code, { ...details, errors: { ...details.errors, ids: [String(id)] } });
};
