import {
  type Field,
  type FieldKind,
  type ResourceDefinition,
  type ResourceKey,
  type WireTypes,
  allFields,
  getColumn,
  getResource,
  listColumns,
} from '@innkeeper/contract';
import type { ResourceRecord } from '../engine/data/record.ts';

/** Values that a test or story sets, instead of those that follow from the definition. */
export type Values = Readonly<Record<string, unknown>>;

/** The time at which the records were created. It is fixed, so that a story looks the same every day. */
const CREATED_AT = '2026-03-02 02:15:00';
const STAFF = { id: 1, name: 'Sari Wulandari' };

/** The value of each field kind in the n-th record. */
const VALUE_BY_KIND: { readonly [K in FieldKind]: (n: number, f: Field, name: string) => WireTypes[K] | null } = {
  text: (n, f) => `${f.label.en} ${n}`,
  email: (n) => `guest.${n}@example.test`,
  phone: (n) => `+62 811 5550 ${String(n).padStart(4, '0')}`,
  textarea: (n, f) => `${f.label.en} of the ${n}. record.`,
  editor: (n, f) => `<p>${f.label.en} of the <strong>${n}.</strong> record.</p>`,
  secret: () => null,
  integer: (n) => n,
  decimal: (n, f) => (f.kind === 'decimal' ? (n * 1.5).toFixed(f.scale) : ''),
  money: (n) => `${n}250000.000`,
  flag: (n) => (n % 3 === 0 ? 0 : 1),
  date: (n) => `2026-0${1 + (n % 9)}-1${n % 9}`,
  instant: (n) => `2026-0${1 + (n % 9)}-1${n % 9} 07:30:00`,
  reference: () => 1,
  option: () => 1,
  // A record is not locked, unless a test gives a reason.
  choice: (n, f, name) =>
    f.kind === 'choice' && name !== 'locked_reason' ? (f.choices[n % f.choices.length]?.value ?? null) : null,
  file: () => '/favicon.svg',
  references: () => [1, 2],
  // The only fields of this kind are the changes in the audit log.
  json: (n) => ({ resource: 'member', fields: { first_name: [`Surya ${n}`, `Santoso ${n}`] } }),
};

/** The name of the nested record of a reference: `hotel` for `hotel_id`. */
const nestedName = (field: string): string => field.replace(/_id$/, '');

/** The n-th record of a resource as the API returns it, generated from the definition. */
export function row(key: ResourceKey, n = 1, values: Values = {}): ResourceRecord {
  const d: ResourceDefinition = getResource(key);
  const record: Record<string, unknown> = {};
  for (const [name, f] of Object.entries(allFields(d))) {
    if (f.kind === 'secret') continue;
    record[name] = VALUE_BY_KIND[f.kind](n, f, name);
    if (f.kind === 'reference') record[nestedName(name)] = createNested(f.to);
    if (f.kind === 'option') record[nestedName(name)] = { id: 1, name: `${f.label.en} 1`, code: '1' };
  }
  for (const name of Object.keys(d.relations ?? {}))
    record[name] = createNested(getColumn(d, `${name}.id`).resource.key);
  for (const { column } of listColumns(d)) addPath(record, column.split('.'));
  for (const { resource, fields } of d.embeds ?? [])
    record[resource] = [1, 2].map((id) =>
      Object.fromEntries(fields.map((name) => [name, name === 'id' ? id : `${name} ${id}`])),
    );
  return {
    ...record,
    id: n,
    version: 1,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    deleted_at: null,
    created_by: STAFF,
    updated_by: STAFF,
    deleted_by: null,
    ...values,
  };
}

/** The first `count` records of a resource. */
export const rows = (key: ResourceKey, count: number, values: (n: number) => Values = () => ({})): ResourceRecord[] =>
  Array.from({ length: count }, (_, index) => row(key, index + 1, values(index + 1)));

/** The record after its deletion. */
export const markDeleted = (record: ResourceRecord): ResourceRecord => ({
  ...record,
  deleted_at: '2026-04-05 09:00:00',
  deleted_by: STAFF,
});

const createNested = (to: string) => ({
  id: 1,
  name: `${getResource(to).label.en} 1`,
  code: `${to.slice(0, 2).toUpperCase()}1`,
});

/** Adds the value of a dotted column of a list: `role_group.access_type.name`. */
function addPath(record: Record<string, unknown>, [name = '', ...innerPath]: readonly string[]): void {
  if (innerPath.length === 0) {
    record[name] ??= `${name} 1`;
    return;
  }
  const existing: unknown = record[name];
  const nested: Record<string, unknown> =
    typeof existing === 'object' && existing !== null ? { ...existing } : { id: 1 };
  addPath(nested, innerPath);
  record[name] = nested;
}

/** The values of a record that the signed-in user has just created. */
export const createdNowValues = (): { readonly created_at: string } => ({
  created_at: new Date().toISOString().slice(0, 19).replace('T', ' '),
});
