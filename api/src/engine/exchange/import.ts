import {
  IMPORT_ERRORS_MAX,
  type ImportCheck,
  type ImportDone,
  type ImportRefusal,
  type Language,
  type ResourceDefinition,
  importFields,
  message,
  permission,
  resources,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { requirePermission } from '../../access/actor.ts';
import { needs, withActor } from '../../access/authenticate.ts';
import { createSlots } from '../../platform/http/slots.ts';
import { type Body, readBody } from '../../platform/http/body.ts';
import { type ApiError, fail, invalid } from '../../platform/http/fail.ts';
import type { InHeavySlot } from '../../platform/http/heavy.ts';
import { jsonIn } from '../../platform/http/json.ts';
import { languageOf } from '../../platform/http/language.ts';
import type { UploadedFile } from '../../platform/http/uploaded-file.ts';
import { keyOf, timeZoneOf } from '../resources/routes.ts';
import { checkRows } from '../resources/row-check.ts';
import type { ReadyRow, Refuse } from '../resources/ready-row.ts';
import { createUniqueCheck } from '../resources/row-unique.ts';
import { inCheck, onceInTransaction } from '../resources/transaction.ts';
import { editLock, lockRows } from '../resources/locks.ts';
import type { Write, WriteServices } from '../resources/write-services.ts';
import { guarded } from './guarded-text.ts';
import { type MappedColumn, describeColumns, mapColumns } from './import-columns.ts';
import { type Corrections, type SaidRow, readRows, saidRows } from './import-rows.ts';
import { withHashedSecrets } from './import-secrets.ts';
import { writeRows } from './import-write.ts';
import { type Table, readTable } from './table.ts';

interface Services extends WriteServices {
  readonly db: Db;
  readonly clock: () => Date;
  readonly inHeavySlot: InHeavySlot;
}

/** The corrections of a file have a name for each row and cell. */
const NAMES_OF_IMPORT = 20_000;

/** Each import keeps a processor busy, and keeps its locks until its end. */
const inImportSlot = createSlots({ size: 2, each: 1, queue: 10 });

/**
 * `POST /api/{resource}/import`: a CSV file or a workbook, each row of which makes a record, or changes the one that its `id`
 * names. All or nothing, in one transaction. A dry run asks the same questions, answers what would become of each row, and
 * neither writes nor holds anything.
 */
export function registerImports(app: FastifyInstance, services: Services): void {
  for (const d of Object.values(resources) as ResourceDefinition[]) {
    if (d.readOnly) continue;
    const config = { ...needs(permission('STORE', d.permission)).config, names: NAMES_OF_IMPORT, files: ['file'] };
    app.post(`/api/${d.key}/import`, { config }, async (request, reply) => {
      const body = await readBody(request);
      return inImportSlot(() => services.inHeavySlot(() => answerImport(services, d, body, request, reply), 'lasting'));
    });
  }
}

async function answerImport(
  services: Services,
  d: ResourceDefinition,
  body: Body,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const language = languageOf(request);
  const timeZone = timeZoneOf(request);
  const key = keyOf(request, body);
  let table: Table | undefined;
  let asked: ImportCall | undefined;
  let ready: WriteServices | undefined;
  const answer = await withActor(request, async (actor) => {
    requirePermission(actor, permission('STORE', d.permission));
    asked ??= readCall(d, body);
    table ??= await readTable({ bytes: await asked.file.read() });
    const columns = mapColumns(d, table.headers, asked.mapping);
    const said = saidRows(d, table, columns, asked.corrections);
    if (said.some(({ texts }) => (texts.id ?? '') !== '')) requirePermission(actor, permission('UPDATE', d.permission));
    const file: ReadFile = { ...asked, table, columns, said };
    const from = {
      actor,
      now: services.clock(),
      ip: request.ip,
      requestId: request.id,
      timeZone,
      patience: 'background' as const,
    };
    ready ??= await withHashedSecrets(services, d, said, asked.isDryRun);
    const ours = ready;
    const write = (context: Write['context']): Write => ({ context, services: ours, d, timeZone });
    if (asked.isDryRun) {
      const outcome = await inCheck(services.db, from, (context) => importRows(write(context), file));
      return asked.isErrorFile
        ? errorFile(d, file, outcome, language)
        : { status: 200, type: JSON_TYPE, body: JSON.stringify({ data: checkOf(file, outcome, language) }) };
    }
    const done = await onceInTransaction(services.db, from, key, async (context) => {
      const outcome = await importRows(write(context), file);
      if (outcome.refused.size > 0) throw refusalOf(outcome, language);
      return {
        status: 201,
        body: JSON.stringify({ data: await logImport(write(context), file, outcome, request.id) }),
      };
    });
    return { ...done, type: JSON_TYPE };
  });
  return reply.code(answer.status).type(answer.type).send(answer.body);
}

const JSON_TYPE = 'application/json; charset=utf-8';

// The request ---------------------------------------------------------------------------------------------------------------

interface ImportCall {
  readonly file: UploadedFile;
  readonly mapping: Readonly<Record<string, string | null>>;
  readonly corrections: Corrections;
  readonly isDryRun: boolean;
  /** The refused rows as a file, in place of the answer. */
  readonly isErrorFile: boolean;
}

interface ReadFile extends ImportCall {
  readonly table: Table;
  readonly columns: readonly MappedColumn[];
  readonly said: readonly SaidRow[];
}

const KNOWN = new Set(['dry_run', 'errors', 'mapping', 'corrections', 'file']);

function readCall(d: ResourceDefinition, { values, files }: Body): ImportCall {
  const errors: Record<string, string[]> = Object.create(null);
  for (const name of [...Object.keys(values), ...Object.keys(files)])
    if (!KNOWN.has(name)) errors[name] = [message('unknown_field')];
  const { file } = files;
  if (!file) errors.file = [message('file')];
  const { dry_run: dryRun = '0', errors: errorFile = '' } = values;
  if (dryRun !== '1' && dryRun !== '0' && dryRun !== '') errors.dry_run = [message('flag')];
  if (errorFile !== '' && (errorFile !== 'csv' || dryRun !== '1')) errors.errors = [message('pattern')];
  const mapping = objectIn(values.mapping);
  if (!mapping || !Object.values(mapping).every((field) => field === null || typeof field === 'string'))
    errors.mapping = [message('pattern')];
  const corrections = objectIn(values.corrections);
  const known = importFields(d);
  const isCorrection = (value: unknown) =>
    isObject(value) &&
    Object.entries(value).every(([field, text]) => Object.hasOwn(known, field) && typeof text === 'string');
  if (!corrections || !Object.values(corrections).every(isCorrection)) errors.corrections = [message('pattern')];
  if (!file || Object.keys(errors).length > 0) throw invalid(errors);
  return {
    file,
    mapping: mapping as ImportCall['mapping'], // looked through above
    corrections: corrections as Corrections,
    isDryRun: dryRun === '1',
    isErrorFile: errorFile === 'csv',
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object that a form's text says in JSON; an empty one where there is none. */
function objectIn(text: unknown): Record<string, unknown> | undefined {
  if (text === undefined || text === '') return {};
  const value = jsonIn(text);
  return isObject(value) ? Object.assign(Object.create(null), value) : undefined;
}

// The work ------------------------------------------------------------------------------------------------------------------

interface Outcome {
  readonly created: number;
  readonly updated: number;
  /** Why rows were refused, by their number. */
  readonly refused: ReadonlyMap<number, ApiError>;
}

/** Asks everything about the rows before anything is held; only a file of which no row is refused is written. */
async function importRows(write: Write, file: ReadFile): Promise<Outcome> {
  const { context } = write;
  const refused = new Map<number, ApiError>();
  const refuse: Refuse = (row, error) => void refused.set(row, error);
  const asking = { ...write, context: { ...context, check: context.check ?? new Map() } };
  const asked = await askRows(asking, file, refused, refuse);
  const rows = context.check || refused.size > 0 ? asked : await holdRows(write, file, asked, refused, refuse);
  if (!context.check && refused.size === 0) await writeRows(write, rows, refuse);
  const taken = rows.filter(({ row }) => !refused.has(row));
  const created = taken.filter(({ before }) => before === null).length;
  return { created, updated: taken.length - created, refused };
}

/** The rows that would be written, as far as can be told. Asks about a batch while the next one is read. */
async function askRows(
  write: Write,
  { said, columns }: ReadFile,
  refused: ReadonlyMap<number, ApiError>,
  refuse: Refuse,
): Promise<readonly ReadyRow[]> {
  const withoutTaken = createUniqueCheck(write, refuse, (row) => message('same_as_row', row));
  const ready: ReadyRow[] = [];
  const ask = async (batch: readonly ReadyRow[]): Promise<void> => {
    const free = await withoutTaken(batch);
    await withoutTaken(await checkRows(write, free, refuse));
    ready.push(...free);
  };
  let asking = Promise.resolve();
  for await (const batch of readRows(write, said, columns, refuse)) {
    await asking;
    asking = ask(batch);
    asking.catch(() => undefined); // awaited when the next batch is read
  }
  await asking;
  return ready.filter(({ row }) => !refused.has(row));
}

/** Holds the records that the rows change. Where one was changed since it was asked about, its row is read again. */
async function holdRows(
  write: Write,
  file: ReadFile,
  rows: readonly ReadyRow[],
  refused: ReadonlyMap<number, ApiError>,
  refuse: Refuse,
): Promise<readonly ReadyRow[]> {
  const { context, services, d } = write;
  const ids = rows.flatMap(({ before }) => before?.id ?? []);
  if (ids.length === 0) return rows;
  const held = await lockRows(context, services.behaviours, d, ids, editLock(d));
  const versions = new Map(held.map(({ id, version }) => [id, version]));
  const isStale = ({ before }: ReadyRow) => before !== null && versions.get(before.id) !== before.version;
  const stale = new Set(rows.filter(isStale).map(({ row }) => row));
  if (stale.size === 0) return rows;
  const again = { ...file, said: file.said.filter(({ row }) => stale.has(row)) };
  return [...rows.filter(({ row }) => !stale.has(row)), ...(await askRows(write, again, refused, refuse))];
}

async function logImport(
  { context, d }: Write,
  file: ReadFile,
  outcome: Outcome,
  requestId: string,
): Promise<ImportDone> {
  const { created, updated } = outcome;
  const rows = file.said.length;
  const { rows: made } = await sql<{ id: number }>`
    insert into import_run (at, actor_id, request_id, resource, file_name, rows, created, updated)
    values (${context.now}, ${context.actor.userId}, ${requestId}, ${d.key}, ${nameOf(file.file)}, ${rows}, ${created}, ${updated})
    returning id`.execute(context.tx);
  return { id: made[0]?.id ?? 0, rows, created, updated };
}

/** A file's name without characters that break a database or a screen. */
const nameOf = ({ filename }: UploadedFile): string =>
  filename
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(0, 255);

// The answer ----------------------------------------------------------------------------------------------------------------

/** The errors of a row in words, by field; errors of the whole row stand under `row`. A refusal that has a sentence of its own says that. */
function wordsOf(error: ApiError, language: Language): Readonly<Record<string, readonly string[]>> {
  const { message: whole, errors = {} } = error.body(language, '');
  const names = Object.keys(errors);
  if (names.length === 0) return { row: [whole] };
  return error.details.message ? Object.fromEntries(names.map((name) => [name, [whole]])) : errors;
}

const inOrder = ({ refused }: Outcome): [number, ApiError][] => [...refused].toSorted(([a], [b]) => a - b);

function checkOf({ table, columns, said }: ReadFile, outcome: Outcome, language: Language): ImportCheck {
  const texts = new Map(said.map(({ row, texts }) => [row, texts]));
  const errors = inOrder(outcome)
    .slice(0, IMPORT_ERRORS_MAX)
    .map(([row, error]): ImportRefusal => ({ row, values: texts.get(row) ?? {}, errors: wordsOf(error, language) }));
  return {
    columns: describeColumns(columns, table),
    rows: said.length,
    created: outcome.created,
    updated: outcome.updated,
    refused: outcome.refused.size,
    errors,
  };
}

/** A 422 that names row and field of each error. */
const refusalOf = (outcome: Outcome, language: Language): ApiError =>
  fail('validation_failed', {
    errors: Object.fromEntries(
      inOrder(outcome)
        .slice(0, IMPORT_ERRORS_MAX)
        .flatMap(([row, error]) =>
          Object.entries(wordsOf(error, language)).map(([field, texts]) => [`row ${row}: ${field}`, texts]),
        ),
    ),
  });

/** Over the reasons in a file of refused rows. */
const ERROR_HEADING = 'Error';

/** The refused rows as they came, and why they were refused in a column more: to be mended and sent again. */
async function errorFile(d: ResourceDefinition, { table }: ReadFile, outcome: Outcome, language: Language) {
  const why = ([field, texts]: [string, readonly string[]]) =>
    `${d.fields[field]?.label[language] ?? field}: ${texts.join(' ')}`;
  const lines = table.rows.flatMap(({ row, cells }) => {
    const error = outcome.refused.get(row);
    return error ? [[...cells, Object.entries(wordsOf(error, language)).map(why).join('; ')].map(guarded)] : [];
  });
  const { BOM, csvLines } = await import('./csv.ts');
  return {
    status: 200,
    type: 'text/csv; charset=utf-8; header=present',
    body: BOM + csvLines([[...table.headers.map(guarded), ERROR_HEADING], ...lines]),
  };
}
