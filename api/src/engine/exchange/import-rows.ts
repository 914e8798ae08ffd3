import { setImmediate } from 'node:timers/promises';
import { type Field, type ResourceDefinition, importFields, message } from '@innkeeper/contract';
import { ApiError, invalid } from '../../platform/http/fail.ts';
import type { Row } from '../resources/behaviour.ts';
import { readLinks } from '../resources/links.ts';
import type { ReadyRow, Refuse } from '../resources/ready-row.ts';
import { readValues } from '../resources/values.ts';
import { lockRows } from '../resources/locks.ts';
import { withOnlyHotel } from '../resources/write.ts';
import type { Write } from '../resources/write-services.ts';
import { saysWhatStands } from './held-text.ts';
import type { Key, MappedColumn } from './import-columns.ts';
import { plainDecimals, readNumbers } from './import-numbers.ts';
import { type Zones, readZones, tellMoments } from './hotel-moments.ts';
import { type Found, type Pointing, findReferences } from './import-references.ts';
import type { Table } from './table.ts';

/** The cells of a row, by field. */
export interface SaidRow {
  readonly row: number;
  readonly texts: Readonly<Record<string, string>>;
  /** Fields whose cells are plain decimals, and not to be read as people write numbers. */
  readonly plain?: ReadonlySet<string>;
}

/** Texts that are mended: by row, by field. */
export type Corrections = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The cells of the rows, for the fields that the file's columns are mapped to. */
export function saidRows(
  d: ResourceDefinition,
  table: Table,
  columns: readonly MappedColumn[],
  corrections: Corrections,
): SaidRow[] {
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

interface Asked {
  readonly said: SaidRow;
  readonly before: Row | null;
  readonly held: Readonly<Record<string, readonly number[]>>;
  /** The cells of the row that change something. */
  readonly texts: Readonly<Record<string, string>>;
}

const isPointing = (f: Field): f is Pointing =>
  f.kind === 'reference' || f.kind === 'option' || f.kind === 'references';

/** Rows that are read, and then written, at a time. */
export const BATCH = 1_000;
/** Rows after which others have a turn: a statement's answer to be taken, another request. */
const TURN = 50;

/**
 * Reads rows as a form is read, by the definition and within the actor's sight, in batches; the records that they change are
 * locked. A row without news is left out. `refuse` hears of each row that cannot be written. Asks the database before the
 * first batch and not again, so that it can write one batch while the next is read.
 */
export async function* readRows(
  write: Write,
  said: readonly SaidRow[],
  columns: readonly MappedColumn[],
  refuse: Refuse,
): AsyncGenerator<readonly ReadyRow[]> {
  const zones = await readZones(write.context, write.d, write.timeZone);
  const asked = await withRecords(write, said, zones, refuse);
  const keys = new Map(columns.map(({ field, keys }) => [field, keys]));
  const found = await lookUp(write, asked);
  let batch: ReadyRow[] = [];
  for (const [i, one] of asked.entries()) {
    const ready = readRow(write, one, { found, keys, zones }, refuse);
    if (ready) batch.push(ready);
    if (i % TURN === TURN - 1) await setImmediate();
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** The look-ups done for all rows before the first one is read. */
interface Known {
  readonly found: ReadonlyMap<string, Found>;
  readonly keys: ReadonlyMap<string | null, readonly Key[]>;
  readonly zones: Zones;
}

function readRow(
  write: Write,
  { said: { row, plain }, before, ...asked }: Asked,
  { found, keys, zones }: Known,
  refuse: Refuse,
): ReadyRow | undefined {
  const { d } = write;
  const { values, errors } = pointed(d, { ...asked, before }, found, keys);
  readNumbers(d, values, errors, plain);
  const isWrong = Object.keys(errors).length > 0;
  if (before !== null && !isWrong && Object.keys(values).length === 0) return undefined;
  const said = { isForm: true, values, files: {} };
  const body = before === null ? withOnlyHotel(write, said) : said;
  const told = { ...body.values };
  tellMoments(d, told, before, zones);
  try {
    const read = readValues(d, { ...body, values: told }, before === null ? 'create' : 'update', before ?? undefined);
    if (!isWrong) return { row, values: read, before };
    refuse(row, invalid(errors));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Texts that point nowhere were left out, so that the reader takes them for missing.
    refuse(row, invalid({ ...error.details.errors, ...errors }));
  }
  return undefined;
}

const NONE: Asked['held'] = {};

/** The rows with the records that they change, as far as these are in sight, and without values that stand there already. */
async function withRecords(write: Write, said: readonly SaidRow[], zones: Zones, refuse: Refuse): Promise<Asked[]> {
  const { context, services, d } = write;
  const fields = importFields(d);
  const rowOf = new Map<number, number>();
  const ids = said.flatMap(({ texts: { id = '' } }) => (/^[1-9]\d{0,14}$/.test(id) ? [Number(id)] : []));
  const locked = await lockRows(context, services.behaviours, d, [...new Set(ids)]);
  const records = new Map(locked.map((row) => [row.id, row]));
  const asked: Asked[] = [];
  for (const one of said) {
    const { id = '' } = one.texts;
    if (id === '') {
      asked.push({ said: one, before: null, held: NONE, texts: one.texts });
      continue;
    }
    const before = records.get(Number(id));
    const first = rowOf.get(Number(id));
    if (!before) refuse(one.row, invalid({ id: [message('reference')] }));
    else if (before.deleted_at !== null) refuse(one.row, invalid({ id: [message('deleted_record')] }));
    else if (first !== undefined) refuse(one.row, invalid({ id: [message('same_as_row', first)] }));
    else {
      rowOf.set(before.id, one.row);
      const hasLinks = Object.keys(one.texts).some((name) => fields[name]?.kind === 'references');
      const held = hasLinks ? await readLinks(context, d, before.id) : NONE;
      const news = Object.entries(one.texts).filter(([name, text]) => {
        const f = fields[name];
        if (f === undefined || (f.kind === 'secret' && text === '')) return false;
        return f.kind === 'references'
          ? text !== (held[name] ?? []).join(',')
          : !saysWhatStands(f, text, before[name], zones.of(f, before[zones.hotel ?? '']));
      });
      asked.push({ said: one, before, held, texts: Object.fromEntries(news) });
    }
  }
  return asked;
}

const partsOf = (f: Pointing, text: string): string[] =>
  f.kind === 'references'
    ? text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
    : [text];

/** The records that the texts of each reference field mean. */
async function lookUp({ context, services, d }: Write, asked: readonly Asked[]): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  for (const [name, f] of Object.entries(d.fields)) {
    if (!isPointing(f)) continue;
    const texts = new Set(asked.flatMap(({ texts }) => (texts[name] ? partsOf(f, texts[name]) : [])));
    if (texts.size === 0) continue;
    const held = new Set(asked.flatMap(({ before }) => (typeof before?.[name] === 'number' ? [before[name]] : [])));
    found.set(name, await findReferences(context, services.behaviours, f, texts, held));
  }
  return found;
}

/** The texts of a row, with ids in the place of references. */
function pointed(
  d: ResourceDefinition,
  { texts, before, held }: Omit<Asked, 'said'>,
  found: ReadonlyMap<string, Found>,
  keys: ReadonlyMap<string | null, readonly Key[]>,
): { values: Record<string, unknown>; errors: Record<string, string[]> } {
  const values: Record<string, unknown> = {};
  const errors: Record<string, string[]> = {};
  for (const name in texts) {
    if (name === 'id') continue;
    const text = texts[name] ?? '';
    const f = d.fields[name];
    const look = found.get(name);
    if (!f || (before && f.kind === 'secret')) errors[name] = [message('not_by_import')];
    else if (f.kind === 'choice') values[name] = wordOf(f.choices, text);
    else if (!isPointing(f) || !look || text === '') values[name] = text;
    else {
      const had = held[name] ?? (before && typeof before[name] === 'number' ? [before[name]] : []);
      const ids = partsOf(f, text).map((part) => look.find(part, keys.get(name) ?? NAMES_FIRST, had));
      const wrong = ids.find((id) => typeof id === 'string');
      if (wrong !== undefined) errors[name] = [wrong];
      else if (f.kind === 'references') values[name] = ids;
      else if (ids[0] !== before?.[name]) values[name] = ids[0];
    }
  }
  return { values, errors };
}

const NAMES_FIRST: readonly Key[] = ['name', 'code', 'id'];

/** A choice by its word or by its label in either language. */
const wordOf = (choices: Extract<Field, { kind: 'choice' }>['choices'], text: string): string => {
  const said = text.toLowerCase();
  const chosen = choices.find(({ label }) => label.en.toLowerCase() === said || label.id.toLowerCase() === said);
  return choices.some(({ value }) => value === text) ? text : (chosen?.value ?? text);
};
