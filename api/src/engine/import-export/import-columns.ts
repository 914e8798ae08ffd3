import {
  type Field,
  type ImportColumn,
  type Label,
  type ResourceDefinition,
  allFields,
  findColumn,
  getColumn,
  getResource,
  importFields,
  listColumns,
  message,
  relationName,
  targetKey,
} from '@innkeeper/contract';
import { invalid } from '../../platform/http/api-error.ts';
import type { Table } from './table.ts';

/** The part of a record that a reference's text is matched against. */
export type Key = 'id' | 'code' | 'name';

/** A column of a file, and the field that it is mapped to. */
export interface MappedColumn {
  readonly header: string;
  readonly field: string | null;
  /** For a reference: what its texts may match, most likely first. */
  readonly keys: readonly Key[];
}

interface Target {
  readonly field: string;
  readonly keys: readonly Key[];
}

const BY_ID: readonly Key[] = ['id', 'code', 'name'];
const BY_CODE: readonly Key[] = ['code', 'name', 'id'];
const BY_NAME: readonly Key[] = ['name', 'code', 'id'];

/**
 * Maps the columns of a file to fields. Uses the request's mapping first; other headers match by field name, dotted
 * column of a reference (`hotel.code`), or label in either language. A label shared by two fields is ignored. Throws a
 * 422 for a mapping to a field that cannot be imported, and for two columns of the same field.
 */
export function mapColumns(
  d: ResourceDefinition,
  headers: readonly string[],
  mapping: Readonly<Record<string, string | null>>,
): readonly MappedColumn[] {
  const importableFields = importFields(d);
  const targets = targetsOf(d);
  const mapped = Object.entries(mapping).filter(([, field]) => field !== null);
  const unknown = mapped.filter(([, field]) => !Object.hasOwn(importableFields, field ?? '')).map(([header]) => header);
  if (unknown.length > 0) throw invalid({ mapping: [message('unknown_field')] });
  const taken = new Set(headers.flatMap((header) => mapping[header] ?? []));
  const twice = headers.filter((header) => typeof mapping[header] === 'string').length > taken.size;
  if (twice) throw invalid({ mapping: [message('duplicate_mapping')] });
  return headers.map((header) => {
    const match = targets.get(normalizeHeading(header));
    if (Object.hasOwn(mapping, header)) {
      const field = mapping[header] ?? null;
      return { header, field, keys: match?.field === field ? match.keys : BY_NAME };
    }
    if (!match || taken.has(match.field)) return { header, field: null, keys: BY_NAME };
    taken.add(match.field);
    return { header, ...match };
  });
}

const SAMPLES = 3;

/** The columns as described in a response. */
export const describeColumns = (columns: readonly MappedColumn[], table: Table): readonly ImportColumn[] =>
  columns.map(({ header, field }, i) => ({ header, field, sample: sampleOf(table, i) }));

function sampleOf({ rows }: Table, column: number): string[] {
  const sample: string[] = [];
  for (const { cells } of rows) {
    const text = cells[column] ?? '';
    if (text !== '') sample.push(text);
    if (sample.length === SAMPLES) break;
  }
  return sample;
}

const normalizeHeading = (header: string): string => header.trim().toLowerCase().replace(/\s+/g, ' ');

/** All known headers by normalized form. Field names take precedence over labels. */
function targetsOf(d: ResourceDefinition): ReadonlyMap<string, Target> {
  const names = new Map<string, Target>();
  const labels = new Map<string, Target | null>();
  const importableFields = importFields(d);
  const label = ({ en, id }: Label, field: string, keys: readonly Key[]): void => {
    for (const text of new Set([normalizeHeading(en), normalizeHeading(id)])) {
      const other = labels.get(text);
      // The label is shared by two fields, or by one that cannot be imported, so it is ambiguous.
      labels.set(text, other === undefined || other?.field === field ? (other ?? { field, keys }) : null);
    }
  };
  for (const [name, f] of Object.entries(allFields(d))) {
    label(f.label, name, BY_NAME);
    if (!Object.hasOwn(importableFields, name)) continue;
    names.set(normalizeHeading(name), { field: name, keys: BY_ID });
    if (f.kind !== 'reference' && f.kind !== 'option') continue;
    if (f.kind === 'reference' && f.numberField)
      names.set(normalizeHeading(f.numberField), { field: name, keys: BY_NAME });
    for (const [path, keys] of pathsOf(name, f)) {
      names.set(normalizeHeading(path), { field: name, keys });
      if (findColumn(d, path)) label(getColumn(d, path).label, name, keys);
    }
  }
  for (const { column, label: own } of listColumns(d)) {
    const target = names.get(normalizeHeading(column));
    if (own && target) label(own, target.field, target.keys);
  }
  return new Map([
    ...[...labels].flatMap(([text, target]) =>
      target && Object.hasOwn(importableFields, target.field) ? [[text, target] as const] : [],
    ),
    ...names,
  ]);
}

/** The dotted columns of a reference: `hotel`, `hotel.id`, `hotel.name`, `hotel.code`. */
function pathsOf(name: string, f: Extract<Field, { kind: 'reference' | 'option' }>): [string, readonly Key[]][] {
  const relation = relationName(name);
  const { code, name: shown } = getResource(targetKey(f)).display;
  return [
    [relation, BY_NAME],
    [`${relation}.id`, BY_ID],
    [`${relation}.name`, BY_NAME],
    ...shown
      .map((field): [string, readonly Key[]] => [`${relation}.${field}`, BY_NAME])
      .filter(() => shown.length === 1),
    ...(code ? [[`${relation}.${code}`, BY_CODE] as [string, readonly Key[]]] : []),
  ];
}
