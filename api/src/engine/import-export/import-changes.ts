import {
  type ImportChange,
  MAX_IMPORT_CHANGES,
  type ResourceDefinition,
  getResource,
  targetKey,
} from '@innkeeper/contract';
import { sql } from 'kysely';
import type { ReadyRow } from '../resources/ready-row.ts';
import { type Row, type Values, confirmationRequired } from '../resources/resource-hooks.ts';
import { nameKey } from '../resources/notation.ts';
import { toText } from '../resources/row-unique.ts';
import { createSource, displayName } from '../resources/source.ts';
import { toColumns } from '../resources/values.ts';
import type { Write } from '../resources/write-services.ts';
import { importExportTexts } from '../../texts/import-export.ts';

/** A row that changes a record, with the columns that it sets to another value. */
interface ChangingRow {
  readonly row: number;
  readonly before: Row;
  readonly columns: Values;
  readonly isOtherPerson: boolean;
}

/** The rows that change a record, those first that may be about another person. */
export function findChangingRows({ d, timeZone }: Write, rows: readonly ReadyRow[]): readonly ChangingRow[] {
  const changingRows = rows.flatMap(({ row, before, values }): ChangingRow[] => {
    if (before === null) return [];
    const columns = { ...toColumns(d, values, timeZone), ...listFields(d, values) };
    return [{ row, before, columns, isOtherPerson: isOtherPerson(d, before, columns) }];
  });
  return changingRows.toSorted((a, b) => Number(b.isOtherPerson) - Number(a.isOtherPerson) || a.row - b.row);
}

const listFields = (d: ResourceDefinition, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => d.fields[name]?.kind === 'references'));

/**
 * Whether a record's name afterwards has no word of the one before, or its email address is another one. An "ID" of some
 * other program finds other people's records.
 */
function isOtherPerson(d: ResourceDefinition, before: Row, columns: Values): boolean {
  const isOtherAddress = Object.entries(columns).some(
    ([name, value]) => d.fields[name]?.kind === 'email' && toAddress(before[name]) !== toAddress(value),
  );
  const names = d.display.name.filter((name) => d.fields[name]?.kind === 'text');
  if (isOtherAddress || !names.some((name) => Object.hasOwn(columns, name))) return isOtherAddress;
  const wordsBefore = new Set(names.flatMap((name) => toWords(before[name])));
  const words = names.flatMap((name) => toWords(Object.hasOwn(columns, name) ? columns[name] : before[name]));
  return wordsBefore.size > 0 && !words.some((word) => wordsBefore.has(word));
}

/** The words of a name, in the notation of searches. */
const toWords = (name: unknown): string[] =>
  typeof name === 'string' ? nameKey(name).split(/\s+/).filter(Boolean) : [];

const toAddress = (email: unknown): string => (typeof email === 'string' ? email.trim().toLowerCase() : '');

const nameOf = (d: ResourceDefinition, record: Values): string =>
  d.display.name
    .map((name) => toText(record[name] ?? ''))
    .join(' ')
    .trim();

/** Throws a 409 that asks whether rows that may be about other people are right. */
export function confirmOtherPersons({ d }: Write, changingRows: readonly ChangingRow[]): void {
  const [first, ...others] = changingRows.filter(({ isOtherPerson }) => isOtherPerson);
  if (!first) return;
  const { row, before, columns } = first;
  throw confirmationRequired(
    'file',
    importExportTexts.otherPersons({
      count: others.length + 1,
      row,
      before: describePerson(d, before),
      after: describePerson(d, { ...before, ...columns }),
    }),
  );
}

const describePerson = (d: ResourceDefinition, record: Values): string =>
  [nameOf(d, record), ...Object.entries(d.fields).flatMap(([name, f]) => (f.kind === 'email' ? [record[name]] : []))]
    .filter((text) => typeof text === 'string' && text !== '')
    .join(', ');

/** The changes of these rows for display: references and options by name, everything else as the audit log stores it. */
export async function describeChanges(
  write: Write,
  changingRows: readonly ChangingRow[],
  limit = MAX_IMPORT_CHANGES,
): Promise<readonly ImportChange[]> {
  const { d } = write;
  const shownRows = changingRows.slice(0, limit);
  const names = await readReferenceNames(write, shownRows);
  return shownRows.map(({ row, before, columns, isOtherPerson }) => ({
    row,
    id: before.id,
    name: nameOf(d, before),
    changes: {
      resource: d.key,
      ...(typeof before.currency === 'string' && { currency: before.currency }),
      fields: Object.fromEntries(
        Object.entries(columns).map(([name, value]) => [
          name,
          [before[name], value].map((side) => names.get(name)?.get(Number(side)) ?? toLoggedText(side)),
        ]),
      ),
    },
    is_other_person: isOtherPerson,
  }));
}

/** The names of the records that the rows refer to before and after, by field and id. */
async function readReferenceNames(
  { context, services, d }: Write,
  changingRows: readonly ChangingRow[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, string>>> {
  const namesByField = new Map<string, ReadonlyMap<number, string>>();
  for (const [field, f] of Object.entries(d.fields)) {
    if (f.kind !== 'reference' && f.kind !== 'option') continue;
    const ids = changingRows.flatMap(({ before, columns }) =>
      Object.hasOwn(columns, field) ? [before[field], columns[field]] : [],
    );
    if (ids.length === 0) continue;
    const target: ResourceDefinition = getResource(targetKey(f));
    const source = createSource(target, services.hooksByResource);
    const { rows } = await sql<{ id: number; name: string }>`
      select t.id, ${sql.raw(displayName('t', target))} as name from ${sql.raw(source.from())}
      where t.id = any(${ids}::bigint[])`.execute(context.tx);
    namesByField.set(field, new Map(rows.map(({ id, name }) => [id, name])));
  }
  return namesByField;
}

/** A column's value as the audit log stores it. */
function toLoggedText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return value instanceof Date ? value.toISOString() : toText(value);
}
