import { setImmediate } from 'node:timers/promises';
import { type Field, type ResourceDefinition, importFields, message } from '@innkeeper/contract';
import { ApiError, invalid } from '../../platform/http/api-error.ts';
import type { Row } from '../resources/resource-hooks.ts';
import { readLinks } from '../resources/links.ts';
import type { ReadyRow, Reject } from '../resources/ready-row.ts';
import { readValues } from '../resources/values.ts';
import { lockRows } from '../resources/row-locks.ts';
import { withOnlyHotel } from '../resources/write.ts';
import type { Write } from '../resources/write-services.ts';
import { isSameAsStored } from './stored-text.ts';
import type { Key, MappedColumn } from './import-columns.ts';
import { plainDecimals, parseNumbers } from './import-numbers.ts';
import { type Zones, readZones, resolveMoments } from './hotel-time-zones.ts';
import { type ReferenceMatch, type ReferencingField, findReferences } from './import-references.ts';
import type { Table } from './table.ts';

/** The cells of a row, by field. */
export interface InputRow {
  readonly row: number;
  readonly texts: Readonly<Record<string, string>>;
  /** Fields whose cells are plain decimals, not numbers in people's notation. */
  readonly plain?: ReadonlySet<string>;
}

/** Corrected texts: by row, by field. */
export type Corrections = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The cells of the rows, for the fields that the file's columns are mapped to. */
export function readInputRows(
  d: ResourceDefinition,
  table: Table,
  columns: readonly MappedColumn[],
  corrections: Corrections,
): InputRow[] {
  const isPlain = plainDecimals(d, table, columns);
  return table.rows.map(({ row, cells, numbers }) => {
    const texts: Record<string, string> = {};
    const plain = new Set<string>();
    for (const [i, { field }] of columns.entries()) {
      if (field === null) continue;
      const text = (texts[field] = cells[i] ?? '');
      if (numbers?.has(i) || isPlain(field, text)) plain.add(field);
    }
    for (const [field, text] of Object.entries(corrections[row] ?? {})) {
      texts[field] = text.trim();
      plain.delete(field);
    }
    return plain.size > 0 ? { row, texts, plain } : { row, texts };
  });
}

interface PendingRow {
  readonly input: InputRow;
  readonly before: Row | null;
  readonly current: Readonly<Record<string, readonly number[]>>;
  /** The cells of the row that change a value. */
  readonly texts: Readonly<Record<string, string>>;
}

const isReferencingField = (f: Field): f is ReferencingField =>
  f.kind === 'reference' || f.kind === 'option' || f.kind === 'references';

/** Rows per batch when reading and writing. */
export const BATCH = 1_000;
/** Rows after which we yield to other work, such as a statement's result or another request. */
const YIELD_EVERY = 50;

/**
 * Reads rows in batches like a form, by the definition and the actor's visibility, and locks the records to change.
 * Skips rows without changes. `reject` receives each row that cannot be written. Queries the database only before the
 * first batch, so that one batch can be written while the next is read.
 */
export async function* readRows(
  write: Write,
  input: readonly InputRow[],
  columns: readonly MappedColumn[],
  reject: Reject,
): AsyncGenerator<readonly ReadyRow[]> {
  const zones = await readZones(write.context, write.d, write.timeZone);
  const pendingRows = await withRecords(write, input, zones, reject);
  const keys = new Map(columns.map(({ field, keys }) => [field, keys]));
  const matches = await findAllReferences(write, pendingRows);
  let batch: ReadyRow[] = [];
  for (const [i, one] of pendingRows.entries()) {
    const ready = readRow(write, one, { matches, keys, zones }, reject);
    if (ready) batch.push(ready);
    if (i % YIELD_EVERY === YIELD_EVERY - 1) await setImmediate();
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Lookups done for all rows before the first one is read. */
interface RowLookups {
  readonly matches: ReadonlyMap<string, ReferenceMatch>;
  readonly keys: ReadonlyMap<string | null, readonly Key[]>;
  readonly zones: Zones;
}

function readRow(
  write: Write,
  { input: { row, plain }, before, ...pendingRows }: PendingRow,
  { matches, keys, zones }: RowLookups,
  reject: Reject,
): ReadyRow | undefined {
  const { d } = write;
  const { values, errors } = resolveTargets(d, { ...pendingRows, before }, matches, keys);
  parseNumbers(d, values, errors, plain);
  const isInvalid = Object.keys(errors).length > 0;
  if (before !== null && !isInvalid && Object.keys(values).length === 0) return undefined;
  const input = { isForm: true, values, files: {} };
  const body = before === null ? withOnlyHotel(write, input) : input;
  const localValues = { ...body.values };
  resolveMoments(d, localValues, before, zones);
  try {
    const read = readValues(
      d,
      { ...body, values: localValues },
      before === null ? 'create' : 'update',
      before ?? undefined,
    );
    if (!isInvalid) return { row, values: read, before };
    reject(row, invalid(errors));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Texts without a match were omitted, so validation reports them as missing; the lookup's errors take precedence.
    reject(row, invalid({ ...error.details.errors, ...errors }));
  }
  return undefined;
}

const NONE: PendingRow['current'] = {};

/** The rows with the existing records that they change, if visible, without cells that equal the current value. */
async function withRecords(
  write: Write,
  input: readonly InputRow[],
  zones: Zones,
  reject: Reject,
): Promise<PendingRow[]> {
  const { context, services, d } = write;
  const fields = importFields(d);
  const rowOf = new Map<number, number>();
  const ids = input.flatMap(({ texts: { id = '' } }) => (/^[1-9]\d{0,14}$/.test(id) ? [Number(id)] : []));
  const locked = await lockRows(context, services.hooksByResource, d, [...new Set(ids)]);
  const records = new Map(locked.map((row) => [row.id, row]));
  const pendingRows: PendingRow[] = [];
  for (const one of input) {
    const { id = '' } = one.texts;
    if (id === '') {
      pendingRows.push({ input: one, before: null, current: NONE, texts: one.texts });
      continue;
    }
    const before = records.get(Number(id));
    const first = rowOf.get(Number(id));
    if (!before) reject(one.row, invalid({ id: [message('reference')] }));
    else if (before.deleted_at !== null) reject(one.row, invalid({ id: [message('deleted_record')] }));
    else if (first !== undefined) reject(one.row, invalid({ id: [message('duplicate_of_row', first)] }));
    else {
      rowOf.set(before.id, one.row);
      const hasLinks = Object.keys(one.texts).some((name) => fields[name]?.kind === 'references');
      const current = hasLinks ? await readLinks(context, d, before.id) : NONE;
      const changedTexts = Object.entries(one.texts).filter(([name, text]) => {
        const f = fields[name];
        if (f === undefined || (f.kind === 'secret' && text === '')) return false;
        return f.kind === 'references'
          ? text !== (current[name] ?? []).join(',')
          : !isSameAsStored(f, text, before[name], zones.of(f, before[zones.hotel ?? '']));
      });
      pendingRows.push({ input: one, before, current, texts: Object.fromEntries(changedTexts) });
    }
  }
  return pendingRows;
}

const partsOf = (f: ReferencingField, text: string): string[] =>
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
    const texts = new Set(pendingRows.flatMap(({ texts }) => (texts[name] ? partsOf(f, texts[name]) : [])));
    if (texts.size === 0) continue;
    const current = new Set(
      pendingRows.flatMap(({ before }) => (typeof before?.[name] === 'number' ? [before[name]] : [])),
    );
    matches.set(name, await findReferences(context, services.hooksByResource, f, texts, current));
  }
  return matches;
}

/** The texts of a row, with references replaced by ids. */
function resolveTargets(
  d: ResourceDefinition,
  { texts, before, current }: Omit<PendingRow, 'input'>,
  matches: ReadonlyMap<string, ReferenceMatch>,
  keys: ReadonlyMap<string | null, readonly Key[]>,
): { values: Record<string, unknown>; errors: Record<string, string[]> } {
  const values: Record<string, unknown> = {};
  const errors: Record<string, string[]> = {};
  for (const name in texts) {
    if (name === 'id') continue;
    const text = texts[name] ?? '';
    const f = d.fields[name];
    const lookup = matches.get(name);
    if (!f || (before && f.kind === 'secret')) errors[name] = [message('not_importable')];
    else if (f.kind === 'choice') values[name] = choiceValueOf(f.choices, text);
    else if (!isReferencingField(f) || !lookup || text === '') values[name] = text;
    else {
      const currentIds = current[name] ?? (before && typeof before[name] === 'number' ? [before[name]] : []);
      const ids = partsOf(f, text).map((part) => lookup.find(part, keys.get(name) ?? NAMES_FIRST, currentIds));
      const wrong = ids.find((id) => typeof id === 'string');
      if (wrong !== undefined) errors[name] = [wrong];
      else if (f.kind === 'references') values[name] = ids;
      else if (ids[0] !== before?.[name]) values[name] = ids[0];
    }
  }
  return { values, errors };
}

const NAMES_FIRST: readonly Key[] = ['name', 'code', 'id'];

/** A choice by its value or by its label in either language. */
const choiceValueOf = (choices: Extract<Field, { kind: 'choice' }>['choices'], text: string): string => {
  const input = text.toLowerCase();
  const match = choices.find(({ label }) => label.en.toLowerCase() === input || label.id.toLowerCase() === input);
  return choices.some(({ value }) => value === text) ? text : (match?.value ?? text);
};
