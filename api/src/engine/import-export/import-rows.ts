import { setImmediate } from 'node:timers/promises';
import { type Field, type ResourceDefinition, message } from '@innkeeper/contract';
import { ApiError, validationError } from '../../platform/http/api-error.ts';
import type { ReadyRow, RejectRow } from '../resources/ready-row.ts';
import { parseValues } from '../resources/values.ts';
import { withOnlyHotel } from '../resources/write.ts';
import type { Write } from '../resources/write-services.ts';
import { type MatchedRow, matchRecords } from './match-records.ts';
import { type MappedColumn, type MatchKey, NAME_FIRST } from './import-columns.ts';
import { parseNumbers } from './import-numbers.ts';
import { type HotelTimeZones, readHotelTimeZones, resolveMoments } from '../resources/hotel-time-zones.ts';
import { type ReferenceMatch, type ReferencingField, findReferences } from './import-references.ts';
import type { InputRow } from './input-rows.ts';

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
  { columns, match }: { readonly columns: readonly MappedColumn[]; readonly match: string },
  reject: RejectRow,
): AsyncGenerator<readonly ReadyRow[]> {
  const zones = await readHotelTimeZones(write);
  const matchedRows = await matchRecords(write, inputRows, match, zones, reject);
  const keys = new Map(columns.map(({ field, keys }) => [field, keys]));
  const matches = await findAllReferences(write, matchedRows);
  let batch: ReadyRow[] = [];
  for (const [i, matchedRow] of matchedRows.entries()) {
    const ready = parseRow(write, matchedRow, { matches, keys, zones }, reject);
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
  { input: { row, plainFields, cellErrors = {} }, before, ...matchedRow }: MatchedRow,
  { matches, keys, zones }: RowLookups,
  reject: RejectRow,
): ReadyRow | undefined {
  const { d } = write;
  const { values, errors } = resolveReferences(d, { ...matchedRow, before }, matches, keys);
  parseNumbers(d, values, errors, plainFields);
  for (const [field, error] of Object.entries(cellErrors)) {
    if (matchedRow.texts[field] === undefined) continue;
    errors[field] = [error];
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
  matchedRows: readonly MatchedRow[],
): Promise<ReadonlyMap<string, ReferenceMatch>> {
  const matches = new Map<string, ReferenceMatch>();
  for (const [name, f] of Object.entries(d.fields)) {
    if (!isReferencingField(f)) continue;
    const texts = new Set(matchedRows.flatMap(({ texts }) => (texts[name] ? splitReferences(f, texts[name]) : [])));
    if (texts.size === 0) continue;
    const currentIds = new Set(
      matchedRows.flatMap(({ before }) => (typeof before?.[name] === 'number' ? [before[name]] : [])),
    );
    matches.set(name, await findReferences(context, services.hooksByResource, f, texts, currentIds));
  }
  return matches;
}

/** The texts of a row, with references replaced by ids. */
function resolveReferences(
  d: ResourceDefinition,
  { texts, before, currentLinks }: Omit<MatchedRow, 'input'>,
  matches: ReadonlyMap<string, ReferenceMatch>,
  keys: ReadonlyMap<string | null, readonly MatchKey[]>,
): { values: Record<string, unknown>; errors: Record<string, string[]> } {
  const values: Record<string, unknown> = {};
  const errors: Record<string, string[]> = {};
  for (const name in texts) {
    const text = texts[name] ?? '';
    const f = d.fields[name];
    const referenceMatch = matches.get(name);
    if (!f || (before && f.kind === 'secret')) errors[name] = [message('not_importable')];
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
