import { setImmediate } from 'node:timers/promises';
import { type Field, type ResourceDefinition, importFields, message } from '@innkeeper/contract';
import { ApiError, validationError } from '../../platform/http/api-error.ts';
import type { Row } from '../resources/resource-hooks.ts';
import { readLinks } from '../resources/links.ts';
import type { ReadyRow, RejectRow } from '../resources/ready-row.ts';
import { parseValues } from '../resources/values.ts';
import { lockRows } from '../resources/row-locks.ts';
import { withOnlyHotel } from '../resources/write.ts';
import type { Write } from '../resources/write-services.ts';
import { isSameAsStored } from './stored-text.ts';
import { type MappedColumn, type MatchKey, NAME_FIRST } from './import-columns.ts';
import { createPlainDecimalCheck, parseNumbers } from './import-numbers.ts';
import { type HotelTimeZones, readHotelTimeZones, resolveMoments } from './hotel-time-zones.ts';
import { type ReferenceMatch, type ReferencingField, findReferences } from './import-references.ts';
import type { Table } from './table-structure.ts';
import type { CellProblem, TypedValue } from './table-row.ts';

/** The cells of a row, by field. */
export interface InputRow {
  readonly row: number;
  readonly texts: Readonly<Record<string, string>>;
  /** Fields whose cells are plain decimals, not numbers as people write them. */
  readonly plainFields?: ReadonlySet<string>;
  /** Why the row does not fit the headings, as a message. */
  readonly misfit?: string;
  /** Why cells cannot be read, by field. */
  readonly cellProblems?: Readonly<Record<string, CellProblem>>;
}

/** Corrected texts: by row, by field. */
export type Corrections = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The cells of the rows, for the fields that the file's columns are mapped to, and the same values in every row. */
export function readInputRows(
  d: ResourceDefinition,
  table: Table,
  columns: readonly MappedColumn[],
  corrections: Corrections,
  fixedValues: Readonly<Record<string, string>>,
): InputRow[] {
  const isPlain = createPlainDecimalCheck(d, table, columns);
  const fields = importFields(d);
  return table.rows.map(({ row, cells, typed, problems, misfit }) => {
    const texts: Record<string, string> = { ...fixedValues };
    const plainFields = new Set<string>();
    const cellProblems: Record<string, CellProblem> = {};
    for (const [i, { field }] of columns.entries()) {
      if (field === null) continue;
      const typedValue = typed?.get(i);
      const isTyped = typedValue !== undefined && typedValue.kind === typedKindOf(fields[field]);
      const text = (texts[field] = isTyped ? typedValue.text : (cells[i] ?? ''));
      if ((isTyped && typedValue.kind === 'number') || isPlain(field, text)) plainFields.add(field);
      const problem = isTyped ? undefined : problems?.get(i);
      if (problem) cellProblems[field] = problem;
    }
    for (const [field, text] of Object.entries(corrections[row] ?? {})) {
      texts[field] = text.trim();
      plainFields.delete(field);
      delete cellProblems[field];
    }
    return {
      row,
      texts,
      ...(misfit !== undefined && { misfit }),
      ...(plainFields.size > 0 && { plainFields }),
      ...(Object.keys(cellProblems).length > 0 && { cellProblems }),
    };
  });
}

/** The kind of typed values that a field reads; every other field reads the text that a spreadsheet shows. */
function typedKindOf(f: Field | undefined): TypedValue['kind'] | undefined {
  if (f?.kind === 'integer' || f?.kind === 'decimal' || f?.kind === 'money') return 'number';
  if (f?.kind === 'flag') return 'flag';
  return f?.kind === 'instant' ? 'moment' : undefined;
}

interface PendingRow {
  readonly input: InputRow;
  readonly before: Row | null;
  readonly currentLinks: Readonly<Record<string, readonly number[]>>;
  /** The cells of the row that change a value. */
  readonly texts: Readonly<Record<string, string>>;
}

const isReferencingField = (f: Field): f is ReferencingField =>
  f.kind === 'reference' || f.kind === 'option' || f.kind === 'references';

/** Rows per batch when reading and writing. */
export const BATCH_SIZE = 1_000;
/** Number of rows after which other work may run, such as another request. */
const YIELD_EVERY = 50;

/**
 * Reads rows in batches like a form, by the definition and the actor's visibility, and locks the records to change.
 * Skips rows without changes. `reject` receives each row that cannot be written. Queries the database only before the
 * first batch, so that one batch can be written while the next is read.
 */
export async function* readRows(
  write: Write,
  inputRows: readonly InputRow[],
  columns: readonly MappedColumn[],
  reject: RejectRow,
): AsyncGenerator<readonly ReadyRow[]> {
  const zones = await readHotelTimeZones(write.context, write.d, write.timeZone);
  const pendingRows = await matchRecords(write, inputRows, zones, reject);
  const keys = new Map(columns.map(({ field, keys }) => [field, keys]));
  const matches = await findAllReferences(write, pendingRows);
  let batch: ReadyRow[] = [];
  for (const [i, pendingRow] of pendingRows.entries()) {
    const ready = parseRow(write, pendingRow, { matches, keys, zones }, reject);
    if (ready) batch.push(ready);
    if (i % YIELD_EVERY === YIELD_EVERY - 1) await setImmediate();
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Lookups done for all rows before the first one is read. */
interface RowLookups {
  readonly matches: ReadonlyMap<string, ReferenceMatch>;
  readonly keys: ReadonlyMap<string | null, readonly MatchKey[]>;
  readonly zones: HotelTimeZones;
}

function parseRow(
  write: Write,
  { input: { row, plainFields, cellProblems = {} }, before, ...pendingRow }: PendingRow,
  { matches, keys, zones }: RowLookups,
  reject: RejectRow,
): ReadyRow | undefined {
  const { d } = write;
  const { values, errors } = resolveReferences(d, { ...pendingRow, before }, matches, keys);
  parseNumbers(d, values, errors, plainFields);
  for (const [field, problem] of Object.entries(cellProblems)) {
    if (pendingRow.texts[field] === undefined) continue;
    errors[field] = [message(problem)];
    delete values[field];
  }
  const isInvalid = Object.keys(errors).length > 0;
  if (before !== null && !isInvalid && Object.keys(values).length === 0) return undefined;
  const inputBody = { isForm: true, values, files: {} };
  const body = before === null ? withOnlyHotel(write, inputBody) : inputBody;
  const localValues = { ...body.values };
  resolveMoments(d, localValues, before, zones);
  try {
    const parsedValues = parseValues(
      d,
      { ...body, values: localValues },
      before === null ? 'create' : 'update',
      before ?? undefined,
    );
    if (!isInvalid) return { row, values: parsedValues, before };
    reject(row, validationError(errors));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // References without a match were omitted, so validation reports them as missing. The errors of the lookup take
    // precedence.
    reject(row, validationError({ ...error.details.errors, ...errors }));
  }
  return undefined;
}

const NO_LINKS: PendingRow['currentLinks'] = {};

/** The rows with the existing records that they change, if visible, without cells that equal the current value. */
async function matchRecords(
  write: Write,
  inputRows: readonly InputRow[],
  zones: HotelTimeZones,
  reject: RejectRow,
): Promise<PendingRow[]> {
  const { context, services, d } = write;
  const fields = importFields(d);
  const rowById = new Map<number, number>();
  const ids = inputRows.flatMap(({ texts: { id = '' } }) => (/^[1-9]\d{0,14}$/.test(id) ? [Number(id)] : []));
  const lockedRows = await lockRows(context, services.hooksByResource, d, [...new Set(ids)]);
  const records = new Map(lockedRows.map((row) => [row.id, row]));
  const pendingRows: PendingRow[] = [];
  for (const inputRow of inputRows) {
    const { id = '' } = inputRow.texts;
    const { misfit, cellProblems } = inputRow;
    if (misfit !== undefined) {
      reject(inputRow.row, validationError({ row: [misfit] }));
      continue;
    }
    if (cellProblems?.id) {
      reject(inputRow.row, validationError({ id: [message(cellProblems.id)] }));
      continue;
    }
    if (id === '') {
      pendingRows.push({ input: inputRow, before: null, currentLinks: NO_LINKS, texts: inputRow.texts });
      continue;
    }
    const before = records.get(Number(id));
    const firstRow = rowById.get(Number(id));
    if (!before) reject(inputRow.row, validationError({ id: [message('reference')] }));
    else if (before.deleted_at !== null) reject(inputRow.row, validationError({ id: [message('deleted_record')] }));
    else if (firstRow !== undefined)
      reject(inputRow.row, validationError({ id: [message('duplicate_of_row', firstRow)] }));
    else {
      rowById.set(before.id, inputRow.row);
      const hasLinks = Object.keys(inputRow.texts).some((name) => fields[name]?.kind === 'references');
      const currentLinks = hasLinks ? await readLinks(context, d, before.id) : NO_LINKS;
      const changedTexts = Object.entries(inputRow.texts).filter(([name, text]) => {
        const f = fields[name];
        if (cellProblems?.[name] && text === '') return true;
        if (f === undefined || (f.kind === 'secret' && text === '')) return false;
        return f.kind === 'references'
          ? text !== (currentLinks[name] ?? []).join(',')
          : !isSameAsStored(f, text, before[name], zones.zoneOf(f, before[zones.hotel ?? '']));
      });
      pendingRows.push({ input: inputRow, before, currentLinks, texts: Object.fromEntries(changedTexts) });
    }
  }
  return pendingRows;
}

const splitReferences = (f: ReferencingField, text: string): string[] =>
  f.kind === 'references'
    ? text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
    : [text];

/** The records that the texts of each reference field refer to. */
async function findAllReferences(
  { context, services, d }: Write,
  pendingRows: readonly PendingRow[],
): Promise<ReadonlyMap<string, ReferenceMatch>> {
  const matches = new Map<string, ReferenceMatch>();
  for (const [name, f] of Object.entries(d.fields)) {
    if (!isReferencingField(f)) continue;
    const texts = new Set(pendingRows.flatMap(({ texts }) => (texts[name] ? splitReferences(f, texts[name]) : [])));
    if (texts.size === 0) continue;
    const currentIds = new Set(
      pendingRows.flatMap(({ before }) => (typeof before?.[name] === 'number' ? [before[name]] : [])),
    );
    matches.set(name, await findReferences(context, services.hooksByResource, f, texts, currentIds));
  }
  return matches;
}

/** The texts of a row, with references replaced by ids. */
function resolveReferences(
  d: ResourceDefinition,
  { texts, before, currentLinks }: Omit<PendingRow, 'input'>,
  matches: ReadonlyMap<string, ReferenceMatch>,
  keys: ReadonlyMap<string | null, readonly MatchKey[]>,
): { values: Record<string, unknown>; errors: Record<string, string[]> } {
  const values: Record<string, unknown> = {};
  const errors: Record<string, string[]> = {};
  for (const name in texts) {
    if (name === 'id') continue;
    const text = texts[name] ?? '';
    const f = d.fields[name];
    const referenceMatch = matches.get(name);
    if (!f || (before && f.kind === 'secret')) errors[name] = [message('not_importable')];
    else if (f.kind === 'choice') values[name] = toChoiceValue(f.choices, text);
    else if (!isReferencingField(f) || !referenceMatch || text === '') values[name] = text;
    else {
      const currentIds = currentLinks[name] ?? (before && typeof before[name] === 'number' ? [before[name]] : []);
      const ids = splitReferences(f, text).map((part) =>
        referenceMatch.find(part, keys.get(name) ?? NAME_FIRST, currentIds),
      );
      const errorMessage = ids.find((id) => typeof id === 'string');
      if (errorMessage !== undefined) errors[name] = [errorMessage];
      else if (f.kind === 'references') values[name] = ids;
      else if (ids[0] !== before?.[name]) values[name] = ids[0];
    }
  }
  return { values, errors };
}

/** A choice by its value or by its label in either language. */
const toChoiceValue = (choices: Extract<Field, { kind: 'choice' }>['choices'], text: string): string => {
  const normalizedText = text.toLowerCase();
  const match = choices.find(
    ({ label }) => label.en.toLowerCase() === normalizedText || label.id.toLowerCase() === normalizedText,
  );
  return choices.some(({ value }) => value === text) ? text : (match?.value ?? text);
};
