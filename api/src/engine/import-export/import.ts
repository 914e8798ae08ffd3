import {
  DATE_ORDERS,
  IMPORT_ENCODINGS,
  MAX_IMPORT_ERRORS,
  type ImportChange,
  type ImportCheck,
  type ImportEncoding,
  type ImportResult,
  type ImportRejection,
  type Language,
  type ResourceDefinition,
  importFields,
  isMatchOnly,
  matchFields,
  message,
  permission,
  resources,
} from '@innkeeper/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { requirePermission } from '../../access/actor.ts';
import { withPermission, withActor } from '../../access/authenticate.ts';
import { createLimiter } from '../../platform/http/limiter.ts';
import { type Body, isObject, readBody } from '../../platform/http/body.ts';
import { type ApiError, apiError, validationError } from '../../platform/http/api-error.ts';
import { parseJsonField } from '../../platform/http/json.ts';
import { languageOf } from '../../platform/http/language.ts';
import type { UploadedFile } from '../../platform/http/uploaded-file.ts';
import { getIdempotencyKey, getTimeZone, prefersConfirmation } from '../resources/routes.ts';
import { checkRows } from '../resources/check-rows.ts';
import type { ReadyRow, RejectRow } from '../resources/ready-row.ts';
import { createUniqueCheck } from '../resources/row-unique.ts';
import { runDryRun, runIdempotent } from '../resources/transaction.ts';
import { editLock, lockRows } from '../resources/row-locks.ts';
import type { Write, WriteServices } from '../resources/write-services.ts';
import type { ExportServices } from './export.ts';
import { guardFormula } from './formula-guard.ts';
import { describeColumns } from './describe-columns.ts';
import { type MappedColumn, createHeadingCheck, mapColumns } from './import-columns.ts';
import { type DateColumn, type DateOrders, readDateColumns } from './import-dates.ts';
import { readRows } from './import-rows.ts';
import { type Corrections, type InputRow, readInputRows } from './input-rows.ts';
import { confirmOtherPersons, describeChanges, findChangingRows } from './import-changes.ts';
import { formatChanges } from './format-changes.ts';
import { withHashedSecrets } from './import-secrets.ts';
import { writeRows } from '../resources/write-rows.ts';
import { type TableFile, readTable } from './table.ts';
import type { Table } from './table-structure.ts';
import { importExportTexts } from '../../texts/import-export.ts';

/** The services of calls that write many records. */
export interface ImportServices extends WriteServices, ExportServices {}

/** Maximum names in the body: corrections have one for each row and cell. */
const MAX_NAMES = 20_000;

/** Each import occupies a processor and holds its locks until it ends. */
const limitImports = createLimiter({ size: 2, perCaller: 1, queue: 10 });

/**
 * `POST /api/{resource}/import`: a CSV file or workbook, in which each row creates a record or changes the one that it
 * matches. In one transaction: all rows or none, or all but the rejected ones if the caller wants that. A dry run makes
 * the same checks, returns the outcome of each row, and neither writes nor locks.
 */
export function registerImports(app: FastifyInstance, services: ImportServices): void {
  for (const d of Object.values(resources) as ResourceDefinition[]) {
    if (d.readOnly) continue;
    const config = { ...withPermission(permission('STORE', d.permission)).config, names: MAX_NAMES, files: ['file'] };
    app.post(`/api/${d.key}/import`, { config }, async (request, reply) => {
      const body = await readBody(request);
      return limitImports(() => services.runExpensive(() => runImport(services, d, body, request, reply), 'lasting'));
    });
  }
}

async function runImport(
  services: ImportServices,
  d: ResourceDefinition,
  body: Body,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const language = languageOf(request);
  const timeZone = getTimeZone(request);
  const key = getIdempotencyKey(request, body);
  let table: Table | undefined;
  let importCall: ImportCall | undefined;
  let hashingServices: WriteServices | undefined;
  const response = await withActor(request, async (actor) => {
    requirePermission(actor, permission('STORE', d.permission));
    importCall ??= parseImportCall(d, body);
    table ??= await readTable({
      bytes: await importCall.file.read(),
      isHeading: createHeadingCheck(d),
      ...importCall.reading,
    });
    const columns = mapColumns(d, table.headers, importCall.mapping);
    if (columns.some(({ field }) => field !== null && Object.hasOwn(importCall?.fixedValues ?? {}, field)))
      throw validationError({ fixed_values: [message('duplicate_mapping')] });
    const dateColumns = readDateColumns(d, table, columns, importCall.dateOrders);
    const inputRows = readInputRows(d, table, columns, { ...importCall, dateColumns });
    if (importCall.match !== 'id' || inputRows.some(({ texts }) => (texts.id ?? '') !== ''))
      requirePermission(actor, permission('UPDATE', d.permission));
    const parsedFile: ParsedFile = { ...importCall, table, columns, dateColumns, inputRows };
    const writeRequest = {
      actor,
      now: services.clock(),
      ip: request.ip,
      requestId: request.id,
      timeZone,
      lockTimeout: 'background' as const,
    };
    hashingServices ??= await withHashedSecrets(services, d, inputRows, importCall.isDryRun);
    const writeServices = hashingServices;
    const createWrite = (context: Write['context']): Write => ({ context, services: writeServices, d, timeZone });
    if (importCall.isDryRun) {
      const { fileOf } = importCall;
      const outcome = await runDryRun(services.db, writeRequest, async (context) => {
        const write = createWrite(context);
        const importOutcome = await importRows(write, parsedFile);
        const { changingRows } = importOutcome;
        const limit = fileOf === 'changes' ? changingRows.length : undefined;
        return { ...importOutcome, changes: await describeChanges(write, changingRows, limit) };
      });
      if (fileOf === 'changes') return createChangesFile(outcome.changes, language, timeZone);
      return fileOf === 'errors'
        ? createErrorFile(d, parsedFile, outcome, language)
        : {
            status: 200,
            type: JSON_TYPE,
            body: JSON.stringify({ data: toImportCheck(parsedFile, outcome, language) }),
          };
    }
    const result = await runIdempotent(services.db, writeRequest, key, async (context) => {
      const outcome = await importRows(createWrite(context), parsedFile, prefersConfirmation(request));
      if (!isAccepted(parsedFile, outcome)) throw toValidationError(outcome, language);
      return {
        status: 201,
        body: JSON.stringify({ data: await logImport(createWrite(context), parsedFile, outcome, request.id) }),
      };
    });
    return { ...result, type: JSON_TYPE };
  });
  return reply.code(response.status).type(response.type).send(response.body);
}

const JSON_TYPE = 'application/json; charset=utf-8';
const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

// The request ---------------------------------------------------------------------------------------------------------

interface ImportCall {
  readonly file: UploadedFile;
  readonly mapping: Readonly<Record<string, string | null>>;
  readonly dateOrders: DateOrders;
  readonly corrections: Corrections;
  /** The values of fields without a column, for all rows. */
  readonly fixedValues: Readonly<Record<string, string>>;
  /** How to read the file where that is not by default. */
  readonly reading: Pick<TableFile, 'sheet' | 'encoding' | 'headingRow'>;
  readonly isDryRun: boolean;
  /** What a dry run returns as a file instead. */
  readonly fileOf: 'errors' | 'changes' | null;
  /** The field that finds the record of a row. */
  readonly match: string;
  /** Import the other rows although some are rejected. */
  readonly skipsRejected: boolean;
}

interface ParsedFile extends ImportCall {
  readonly table: Table;
  readonly columns: readonly MappedColumn[];
  readonly dateColumns: ReadonlyMap<string, DateColumn>;
  readonly inputRows: readonly InputRow[];
}

const KNOWN_FIELDS = new Set([
  'dry_run',
  'errors',
  'changes',
  'match',
  'skip_rejected',
  'sheet',
  'heading_row',
  'encoding',
  'mapping',
  'fixed_values',
  'date_orders',
  'corrections',
  'file',
]);

function parseImportCall(d: ResourceDefinition, { values, files }: Body): ImportCall {
  const errors: Record<string, string[]> = Object.create(null);
  for (const name of [...Object.keys(values), ...Object.keys(files)])
    if (!KNOWN_FIELDS.has(name)) errors[name] = [message('unknown_field')];
  const { file } = files;
  if (!file) errors.file = [message('file')];
  const { dry_run: dryRun = '0', skip_rejected: skipRejected = '0', match = 'id' } = values;
  for (const [name, value] of Object.entries({ dry_run: dryRun, skip_rejected: skipRejected }))
    if (value !== '1' && value !== '0' && value !== '') errors[name] = [message('flag')];
  const fileNames = (['errors', 'changes'] as const).filter((name) => (values[name] ?? '') !== '');
  for (const name of fileNames)
    if (values[name] !== 'csv' || dryRun !== '1' || fileNames.length > 1) errors[name] = [message('pattern')];
  if (typeof match !== 'string' || !matchFields(d).includes(match)) errors.match = [message('pattern')];
  const mapping = parseObject(values.mapping);
  if (!mapping || !Object.values(mapping).every((field) => field === null || typeof field === 'string'))
    errors.mapping = [message('pattern')];
  const dateOrders = parseObject(values.date_orders);
  const isDateOrder = (value: unknown) => DATE_ORDERS.some((order) => order === value);
  if (!dateOrders || !Object.values(dateOrders).every(isDateOrder)) errors.date_orders = [message('pattern')];
  const corrections = parseObject(values.corrections);
  const fixedValues = parseObject(values.fixed_values);
  const importableFields = importFields(d);
  const isFixedValue = ([field, text]: [string, unknown]) =>
    !isMatchOnly(d, field) && Object.hasOwn(importableFields, field) && typeof text === 'string';
  if (!fixedValues || !Object.entries(fixedValues).every(isFixedValue)) errors.fixed_values = [message('pattern')];
  const [sheet, encoding, headingRow] = [values.sheet, values.encoding, values.heading_row].map((value) =>
    value === '' ? undefined : value,
  );
  const isEncoding = (value: unknown): value is ImportEncoding => IMPORT_ENCODINGS.some((name) => name === value);
  if (encoding !== undefined && !isEncoding(encoding)) errors.encoding = [message('pattern')];
  const rowNumber =
    typeof headingRow === 'string' && /^[1-9]\d{0,6}$/.test(headingRow) ? Number(headingRow) : undefined;
  if (headingRow !== undefined && rowNumber === undefined) errors.heading_row = [message('whole')];
  if (sheet !== undefined && typeof sheet !== 'string') errors.sheet = [message('text')];
  const isCorrection = (value: unknown) =>
    isObject(value) &&
    Object.entries(value).every(([field, text]) => Object.hasOwn(importableFields, field) && typeof text === 'string');
  if (!corrections || !Object.values(corrections).every(isCorrection)) errors.corrections = [message('pattern')];
  if (!file || Object.keys(errors).length > 0) throw validationError(errors);
  return {
    file,
    mapping: mapping as ImportCall['mapping'], // validated above
    dateOrders: dateOrders as DateOrders,
    corrections: corrections as Corrections,
    fixedValues: fixedValues as ImportCall['fixedValues'],
    reading: {
      sheet: typeof sheet === 'string' ? sheet : undefined,
      encoding: isEncoding(encoding) ? encoding : undefined,
      headingRow: rowNumber,
    },
    isDryRun: dryRun === '1',
    fileOf: fileNames[0] ?? null,
    match: String(match),
    skipsRejected: skipRejected === '1',
  };
}

/** The object in a form's JSON text; an empty object if there is none. */
function parseObject(text: unknown): Record<string, unknown> | undefined {
  if (text === undefined || text === '') return {};
  const value = parseJsonField(text);
  return isObject(value) ? Object.assign(Object.create(null), value) : undefined;
}

// The work ------------------------------------------------------------------------------------------------------------

interface ImportOutcome {
  readonly created: number;
  readonly updated: number;
  /** Errors of rejected rows, by row number. */
  readonly rejected: ReadonlyMap<number, ApiError>;
  readonly changingRows: ReturnType<typeof findChangingRows>;
}

/** Whether the accepted rows are to be written: all rows, or some if the caller leaves out the rejected ones. */
const isAccepted = ({ skipsRejected }: ImportCall, { created, updated, rejected }: ImportOutcome): boolean =>
  rejected.size === 0 || (skipsRejected && created + updated > 0);

/** Checks all rows before any lock is taken; writes nothing if a row is rejected, unless those rows are to be skipped. */
async function importRows(write: Write, file: ParsedFile, wantsConfirmation = false): Promise<ImportOutcome> {
  const { context } = write;
  const rejected = new Map<number, ApiError>();
  const reject: RejectRow = (row, error) => void rejected.set(row, error);
  const checkWrite = { ...write, context: { ...context, isDryRun: true } };
  const checkedRows = await checkImportRows(checkWrite, file, rejected, reject);
  const isWritten = () => !context.isDryRun && (rejected.size === 0 || file.skipsRejected);
  const rows = isWritten() ? await lockImportRows(write, file, checkedRows, rejected, reject) : checkedRows;
  const changingRows = findChangingRows(write, rows);
  if (isWritten()) {
    if (wantsConfirmation) confirmOtherPersons(write, changingRows);
    await writeRows({ ...write, context: { ...context, isImport: true } }, rows, reject);
  }
  const acceptedRows = rows.filter(({ row }) => !rejected.has(row));
  const created = acceptedRows.filter(({ before }) => before === null).length;
  return { created, updated: acceptedRows.length - created, rejected, changingRows };
}

/** Returns the rows that pass all checks. Looks for taken values of a batch while the next one is read. */
async function checkImportRows(
  write: Write,
  file: ParsedFile,
  rejected: ReadonlyMap<number, ApiError>,
  reject: RejectRow,
): Promise<readonly ReadyRow[]> {
  const rejectTaken = createUniqueCheck(write, reject, (row) => message('duplicate_of_row', row));
  const uniqueRows: ReadyRow[] = [];
  const checkBatch = async (batch: readonly ReadyRow[]): Promise<void> => {
    uniqueRows.push(...(await rejectTaken(batch)));
  };
  let pendingCheck = Promise.resolve();
  for await (const batch of readRows(write, file.inputRows, file, reject)) {
    await pendingCheck;
    pendingCheck = checkBatch(batch);
    pendingCheck.catch(() => undefined); // awaited after the next batch is read
  }
  await pendingCheck;
  await rejectTaken(await checkRows(write, uniqueRows, reject));
  return uniqueRows.filter(({ row }) => !rejected.has(row));
}

/** Locks the records to change. A row whose record changed since it was checked is checked again. */
async function lockImportRows(
  write: Write,
  file: ParsedFile,
  rows: readonly ReadyRow[],
  rejected: ReadonlyMap<number, ApiError>,
  reject: RejectRow,
): Promise<readonly ReadyRow[]> {
  const { context, services, d } = write;
  const ids = rows.flatMap(({ before }) => before?.id ?? []);
  if (ids.length === 0) return rows;
  const lockedRows = await lockRows(context, services.hooksByResource, d, ids, editLock(d));
  const versions = new Map(lockedRows.map(({ id, version }) => [id, version]));
  const isStale = ({ before }: ReadyRow) => before !== null && versions.get(before.id) !== before.version;
  const staleRows = new Set(rows.filter(isStale).map(({ row }) => row));
  if (staleRows.size === 0) return rows;
  const staleFile = { ...file, inputRows: file.inputRows.filter(({ row }) => staleRows.has(row)) };
  return [
    ...rows.filter(({ row }) => !staleRows.has(row)),
    ...(await checkImportRows(write, staleFile, rejected, reject)),
  ];
}

async function logImport(
  { context, d }: Write,
  file: ParsedFile,
  outcome: ImportOutcome,
  requestId: string,
): Promise<ImportResult> {
  const { created, updated } = outcome;
  const rows = file.inputRows.length;
  const { rows: insertedRows } = await sql<{ id: number }>`
    insert into import_run (at, actor_id, request_id, resource, file_name, rows, created, updated)
    values (${context.now}, ${context.actor.userId}, ${requestId}, ${d.key}, ${cleanFileName(file.file)}, ${rows}, ${created}, ${updated})
    returning id`.execute(context.tx);
  return { id: insertedRows[0]?.id ?? 0, rows, created, updated, rejected: outcome.rejected.size };
}

/** A file's name without characters that break a database or a screen. */
const cleanFileName = ({ filename }: UploadedFile): string =>
  filename
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(0, 255);

// The response --------------------------------------------------------------------------------------------------------

/**
 * The error messages of a row by field; errors of the whole row are under `row`. An error with a message of its own
 * shows that at each field.
 */
function toMessages(error: ApiError, language: Language): Readonly<Record<string, readonly string[]>> {
  const { message: rowMessage, errors = {} } = error.body(language, '');
  const names = Object.keys(errors);
  if (names.length === 0) return { row: [rowMessage] };
  return error.details.message ? Object.fromEntries(names.map((name) => [name, [rowMessage]])) : errors;
}

const sortRejections = ({ rejected }: ImportOutcome): [number, ApiError][] =>
  [...rejected].toSorted(([a], [b]) => a - b);

function toImportCheck(
  { table, columns, dateColumns, inputRows }: ParsedFile,
  outcome: ImportOutcome & { readonly changes: readonly ImportChange[] },
  language: Language,
): ImportCheck {
  const texts = new Map(inputRows.map(({ row, texts }) => [row, texts]));
  const errors = sortRejections(outcome)
    .slice(0, MAX_IMPORT_ERRORS)
    .map(([row, error]): ImportRejection => ({
      row,
      values: texts.get(row) ?? {},
      errors: toMessages(error, language),
    }));
  return {
    source: table.source,
    columns: describeColumns(columns, table, dateColumns),
    rows: inputRows.length,
    created: outcome.created,
    updated: outcome.updated,
    rejected: outcome.rejected.size,
    other_persons: outcome.changingRows.filter(({ isOtherPerson }) => isOtherPerson).length,
    changes: outcome.changes,
    errors,
  };
}

/** A 422 that names row and field of each error. */
const toValidationError = (outcome: ImportOutcome, language: Language): ApiError =>
  apiError('validation_failed', {
    errors: Object.fromEntries(
      sortRejections(outcome)
        .slice(0, MAX_IMPORT_ERRORS)
        .flatMap(([row, error]) =>
          Object.entries(toMessages(error, language)).map(([field, texts]) => [`row ${row}: ${field}`, texts]),
        ),
    ),
  });

/** Heading of the reasons in a file of rejected rows. */
const ERROR_HEADING = 'Error';

/** The rejected rows unchanged, plus a column with the reasons, to be corrected and sent again. */
async function createErrorFile(
  d: ResourceDefinition,
  { table }: ParsedFile,
  outcome: ImportOutcome,
  language: Language,
) {
  const formatReason = ([field, texts]: [string, readonly string[]]) =>
    `${d.fields[field]?.label[language] ?? field}: ${texts.join(' ')}`;
  const rejectedRows = table.rows.filter(({ row }) => outcome.rejected.has(row));
  const width = rejectedRows.reduce((max, { cells }) => Math.max(max, cells.length), table.headers.length);
  const toLine = (cells: readonly string[], lastCell: string) =>
    [...cells, ...Array<string>(width - cells.length).fill(''), lastCell].map(guardFormula);
  const lines = rejectedRows.flatMap(({ row, cells }) => {
    const error = outcome.rejected.get(row);
    return error ? [toLine(cells, Object.entries(toMessages(error, language)).map(formatReason).join('; '))] : [];
  });
  const { BOM, csvLines } = await import('./csv.ts');
  return {
    status: 200,
    type: CSV_TYPE,
    body: BOM + csvLines([toLine(table.headers, ERROR_HEADING), ...lines]),
  };
}

/** What each row changes, one change a line. */
async function createChangesFile(changes: readonly ImportChange[], language: Language, timeZone: string) {
  const lines = changes.map(({ row, id, name, changes: recordChanges }) =>
    [String(row), String(id), name, formatChanges(recordChanges, language, timeZone)].map(guardFormula),
  );
  const { BOM, csvLines } = await import('./csv.ts');
  const headings = CHANGE_HEADINGS.map((heading) => importExportTexts[heading][language]);
  return { status: 200, type: CSV_TYPE, body: BOM + csvLines([headings, ...lines]) };
}

const CHANGE_HEADINGS = ['row', 'id', 'record', 'changes'] as const;
