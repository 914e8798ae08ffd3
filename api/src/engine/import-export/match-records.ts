import { type ResourceDefinition, fieldLockReason, importFields, isMatchOnly, message } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { scopeSql } from '../../access/scope.ts';
import { validationError } from '../../platform/http/api-error.ts';
import { readLinks } from '../resources/links.ts';
import type { RejectRow } from '../resources/ready-row.ts';
import type { Row } from '../resources/resource-hooks.ts';
import { normalizationFor, toText } from '../resources/row-unique.ts';
import { lockRows } from '../resources/row-locks.ts';
import { phoneKeySql, phoneMatchKey } from '../resources/notation.ts';
import { createSource } from '../resources/source.ts';
import type { Write } from '../resources/write-services.ts';
import type { HotelTimeZones } from '../resources/hotel-time-zones.ts';
import { CODE_FIRST } from './import-columns.ts';
import { findReferences } from './import-references.ts';
import type { InputRow } from './input-rows.ts';
import { isWithoutZeros } from './phone-digits.ts';
import { isSameAsStored } from './stored-text.ts';

/** A row with the existing record that it changes. */
export interface MatchedRow {
  readonly input: InputRow;
  readonly before: Row | null;
  readonly currentLinks: Readonly<Record<string, readonly number[]>>;
  /** The cells of the row that change a value. */
  readonly texts: Readonly<Record<string, string>>;
}

const NO_LINKS: MatchedRow['currentLinks'] = {};

/**
 * Finds the record that each row changes by the field `match`, among those that the actor can see; a row without one
 * creates a record. Leaves out cells that equal the current value.
 */
export async function matchRecords(
  write: Write,
  inputRows: readonly InputRow[],
  match: string,
  zones: HotelTimeZones,
  reject: RejectRow,
): Promise<MatchedRow[]> {
  const { context, services, d } = write;
  const fields = importFields(d);
  const idsByText = match === 'id' ? undefined : await findIdsByText(write, inputRows, match);
  const idsOf = ({ texts: { [match]: text = '' } }: InputRow): readonly number[] =>
    idsByText
      ? (idsByText.get(text) ?? [])
      : text === ''
        ? []
        : [/^[1-9]\d{0,14}$/.test(text) ? Number(text) : Number.NaN];
  const ids = inputRows.flatMap(idsOf).filter((id) => !Number.isNaN(id));
  const lockedRows = await lockRows(context, services.hooksByResource, d, [...new Set(ids)]);
  const records = new Map(lockedRows.map((row) => [row.id, row]));
  const isSameOwner = await compareOwners(write, inputRows, match);
  const hasMatchOnly = Object.keys(inputRows[0]?.texts ?? {}).some((name) => isMatchOnly(d, name));
  const rowById = new Map<number, number>();
  const matchedRows: MatchedRow[] = [];
  for (const inputRow of inputRows) {
    const rejectMatch = (text: string) => reject(inputRow.row, validationError({ [match]: [text] }));
    const texts = hasMatchOnly
      ? Object.fromEntries(Object.entries(inputRow.texts).filter(([name]) => !isMatchOnly(d, name)))
      : inputRow.texts;
    const { misfit, cellErrors } = inputRow;
    if (misfit !== undefined) {
      reject(inputRow.row, validationError({ row: [misfit] }));
      continue;
    }
    if (cellErrors?.[match] !== undefined) {
      rejectMatch(cellErrors[match]);
      continue;
    }
    const [id, ...otherIds] = idsOf(inputRow).filter((candidate) => isSameOwner(inputRow, records.get(candidate)));
    if (id === undefined) {
      matchedRows.push({ input: inputRow, before: null, currentLinks: NO_LINKS, texts });
      continue;
    }
    const before = records.get(id);
    const firstRow = rowById.get(id);
    if (!before) rejectMatch(message('reference'));
    else if (otherIds.length > 0) rejectMatch(message('ambiguous'));
    else if (before.deleted_at !== null) rejectMatch(message('deleted_record'));
    else if (firstRow !== undefined) rejectMatch(message('duplicate_of_row', firstRow));
    else {
      rowById.set(before.id, inputRow.row);
      const hasLinks = Object.keys(texts).some((name) => fields[name]?.kind === 'references');
      const currentLinks = hasLinks ? await readLinks(context, d, before.id) : NO_LINKS;
      const changedTexts = Object.entries(texts).filter(([name, text]) => {
        const f = fields[name];
        if (cellErrors?.[name] !== undefined && text === '') return true;
        // The cell that found the record differs from it in notation alone.
        if (f === undefined || name === match || (f.kind === 'secret' && text === '')) return false;
        // A spreadsheet has dropped the zeros of an immutable number.
        if (
          f.kind === 'text' &&
          isWithoutZeros(text, toText(before[name])) &&
          fieldLockReason(d, name, before) !== null
        )
          return false;
        return f.kind === 'references'
          ? text !== (currentLinks[name] ?? []).join(',')
          : !isSameAsStored(f, text, before[name], zones.zoneOf(f, before[zones.hotel ?? '']));
      });
      matchedRows.push({ input: inputRow, before, currentLinks, texts: Object.fromEntries(changedTexts) });
    }
  }
  return matchedRows;
}

/**
 * Returns whether a record belongs to what the other cells of a unique rule name: a bill number is unique within its
 * hotel.
 */
async function compareOwners({ context, services, d }: Write, inputRows: readonly InputRow[], match: string) {
  const [name] = uniqueRuleOf(d, match)?.fields.slice(0, -1) ?? [];
  const f = name === undefined ? undefined : d.fields[name];
  if (name === undefined || f?.kind !== 'reference') return () => true;
  const texts = new Set(inputRows.flatMap(({ texts: { [name]: text = '' } }) => (text === '' ? [] : [text])));
  const references = await findReferences(context, services.hooksByResource, f, texts, new Set());
  return ({ texts: { [name]: text = '' } }: InputRow, record: Row | undefined) =>
    text === '' || record === undefined || references.find(text, CODE_FIRST, []) === record[name];
}

const uniqueRuleOf = (d: ResourceDefinition, field: string) => d.unique?.find(({ fields }) => fields.at(-1) === field);

/** The ids of the records with each text of the field `match`, not deleted and visible to the actor. */
async function findIdsByText(
  write: Write,
  inputRows: readonly InputRow[],
  match: string,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { context, services, d } = write;
  const { toKey, recordsSql } = findMatcher(write, match);
  const texts = new Set(inputRows.map(({ texts: { [match]: text = '' } }) => text));
  const keys = new Map(
    [...texts].flatMap((text): [string, string][] => {
      const key = text === '' || text.includes('\0') || !text.isWellFormed() ? null : toKey(text);
      return key === null ? [] : [[text, key]];
    }),
  );
  if (keys.size === 0) return new Map();
  const source = createSource(d, services.hooksByResource);
  const { rows } = await sql<{ key: string; ids: number[] }>`
    select n.key, json_agg(t.id order by t.id) as ids
    from (${recordsSql([...new Set(keys.values())])}) n (key, id) join ${sql.raw(source.from())} on t.id = n.id
    where t.deleted_at is null and ${scopeSql(context.actor, source) ?? sql`true`} group by n.key`.execute(context.tx);
  const idsByKey = new Map(rows.map(({ key, ids }) => [key, ids]));
  return new Map([...keys].map(([text, key]) => [text, idsByKey.get(key) ?? []]));
}

interface Matcher {
  /** What texts for the same record have in common; null if a text can be of none. */
  readonly toKey: (text: string) => string | null;
  /** Selects the key and the id of the records with these keys. */
  readonly recordsSql: (keys: readonly string[]) => RawBuilder<unknown>;
}

function findMatcher({ context, services, d }: Write, match: string): Matcher {
  const numberLookup =
    match === d.numberColumn?.name ? services.hooksByResource[d.key]?.references?.numberLookup : undefined;
  if (numberLookup)
    return {
      toKey: numberLookup.read,
      recordsSql: (keys) => sql`select number, id from (${numberLookup.sql(keys, context)}) numbers`,
    };
  const f = d.fields[match];
  if (f?.kind === 'phone') {
    const key = phoneKeySql(match, f);
    return {
      toKey: (text) => phoneMatchKey(text) ?? null,
      recordsSql: (keys) => sql`select ${key}, t.id from ${sql.table(d.key)} t where ${key} = any(${keys}::text[])`,
    };
  }
  const rule = uniqueRuleOf(d, match);
  const normalization = rule && normalizationFor(d, rule, match);
  const column = sql`${sql.ref(match)}`;
  const stored = normalization?.normalizeSql(column) ?? column;
  return {
    toKey: normalization?.normalize ?? ((text) => text),
    recordsSql: (keys) => sql`select ${stored}, id from ${sql.table(d.key)} where ${stored} = any(${keys}::text[])`,
  };
}
