import {
  type Field,
  type Label,
  type ResourceDefinition,
  allFields,
  findColumn,
  getColumn,
  getResource,
  importFields,
  listColumns,
  message,
  normalizeHeading,
  relationName,
  targetKey,
} from '@innkeeper/contract';
import { validationError } from '../../platform/http/api-error.ts';

/** The attribute of a record that the text of a reference is compared with. */
export type MatchKey = 'id' | 'code' | 'name';

/** A column of a file, and the field that it is mapped to. */
export interface MappedColumn {
  readonly header: string;
  readonly field: string | null;
  /** For a reference: the keys that its texts may match, most likely first. */
  readonly keys: readonly MatchKey[];
}

interface ColumnTarget {
  readonly field: string;
  readonly keys: readonly MatchKey[];
}

const ID_FIRST: readonly MatchKey[] = ['id', 'code', 'name'];
export const CODE_FIRST: readonly MatchKey[] = ['code', 'name', 'id'];
export const NAME_FIRST: readonly MatchKey[] = ['name', 'code', 'id'];

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
  const targets = collectTargets(d);
  const mappedEntries = Object.entries(mapping).filter(([, field]) => field !== null);
  const unknownHeaders = mappedEntries
    .filter(([, field]) => !Object.hasOwn(importableFields, field ?? ''))
    .map(([header]) => header);
  if (unknownHeaders.length > 0) throw validationError({ mapping: [message('unknown_field')] });
  const takenFields = new Set(headers.flatMap((header) => mapping[header] ?? []));
  const hasDuplicates = headers.filter((header) => typeof mapping[header] === 'string').length > takenFields.size;
  if (hasDuplicates) throw validationError({ mapping: [message('duplicate_mapping')] });
  return headers.map((header) => {
    const match = targets.get(normalizeHeading(header));
    if (Object.hasOwn(mapping, header)) {
      const field = mapping[header] ?? null;
      return { header, field, keys: match?.field === field ? match.keys : NAME_FIRST };
    }
    if (!match || takenFields.has(match.field)) return { header, field: null, keys: NAME_FIRST };
    takenFields.add(match.field);
    return { header, ...match };
  });
}

/** Whether a text is the heading of a field that can be imported. */
export function createHeadingCheck(d: ResourceDefinition): (text: string) => boolean {
  const targets = collectTargets(d);
  return (text) => targets.has(normalizeHeading(text));
}

/** All known headers by normalized form. Field names take precedence over labels. */
function collectTargets(d: ResourceDefinition): ReadonlyMap<string, ColumnTarget> {
  const names = new Map<string, ColumnTarget>();
  const labels = new Map<string, ColumnTarget | null>();
  const importableFields = importFields(d);
  const addLabel = ({ en, id }: Label, field: string, keys: readonly MatchKey[]): void => {
    for (const text of new Set([normalizeHeading(en), normalizeHeading(id)])) {
      const existing = labels.get(text);
      // Two fields share the label, or one of them cannot be imported, so it is ambiguous.
      labels.set(text, existing === undefined || existing?.field === field ? (existing ?? { field, keys }) : null);
    }
  };
  for (const [name, f] of Object.entries({ ...allFields(d), ...importableFields })) {
    addLabel(f.label, name, NAME_FIRST);
    if (!Object.hasOwn(importableFields, name)) continue;
    names.set(normalizeHeading(name), { field: name, keys: ID_FIRST });
    if (f.kind !== 'reference' && f.kind !== 'option') continue;
    if (f.kind === 'reference' && f.numberField)
      names.set(normalizeHeading(f.numberField), { field: name, keys: NAME_FIRST });
    for (const [path, keys] of referencePaths(name, f)) {
      names.set(normalizeHeading(path), { field: name, keys });
      if (findColumn(d, path)) addLabel(getColumn(d, path).label, name, keys);
    }
  }
  for (const { column, label: columnLabel } of listColumns(d)) {
    const target = names.get(normalizeHeading(column));
    if (columnLabel && target) addLabel(columnLabel, target.field, target.keys);
  }
  return new Map([
    ...[...labels].flatMap(([text, target]) =>
      target && Object.hasOwn(importableFields, target.field) ? [[text, target] as const] : [],
    ),
    ...names,
  ]);
}

/** The dotted columns of a reference: `hotel`, `hotel.id`, `hotel.name`, `hotel.code`. */
function referencePaths(
  name: string,
  f: Extract<Field, { kind: 'reference' | 'option' }>,
): [string, readonly MatchKey[]][] {
  const relation = relationName(name);
  const { code, name: nameFields } = getResource(targetKey(f)).display;
  return [
    [relation, NAME_FIRST],
    [`${relation}.id`, ID_FIRST],
    [`${relation}.name`, NAME_FIRST],
    ...nameFields
      .map((field): [string, readonly MatchKey[]] => [`${relation}.${field}`, NAME_FIRST])
      .filter(() => nameFields.length === 1),
    ...(code ? [[`${relation}.${code}`, CODE_FIRST] as [string, readonly MatchKey[]]] : []),
  ];
}
