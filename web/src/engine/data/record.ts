import type { AuditValues, FieldOf, NestedRecord, ResourceDefinition } from '@innkeeper/contract';
import { isObject } from '../../ui/is-object.ts';

/**
 * A record as returned to lists and forms: the audit columns, its fields by name, and the referenced records, nested.
 */
export type ResourceRecord = AuditValues & Readonly<Record<string, unknown>>;

/**
 * The value of a column: a field (`last_name`) or a dotted path through nested records (`role_group.access_type.name`).
 */
export function valueAt(record: Readonly<Record<string, unknown>>, column: string): unknown {
  // Report rows store values under the full dotted name.
  if (Object.hasOwn(record, column)) return record[column] ?? null;
  let value: unknown = record;
  for (const name of column.split('.')) {
    if (!isObject(value)) return null;
    value = value[name];
  }
  return value ?? null;
}

/** The record behind a reference, nested under the relation's name; null if there is none. */
export function nestedAt(record: Readonly<Record<string, unknown>>, relation: string): NestedRecord | null {
  const value = valueAt(record, relation);
  if (!isObject(value) || typeof value['id'] !== 'number') return null;
  return {
    id: value['id'],
    name: typeof value['name'] === 'string' ? value['name'] : '',
    code: typeof value['code'] === 'string' ? value['code'] : null,
    ...(typeof value['username'] === 'string' && { username: value['username'] }),
  };
}

/** The currency of an amount: that of the record that contains it, which may be nested (`member_card.price`). */
export function currencyAt(
  record: Readonly<Record<string, unknown>>,
  column: string,
  field: FieldOf<'money'>,
): string | undefined {
  const prefix = column.slice(0, column.lastIndexOf('.') + 1);
  const currency = valueAt(record, `${prefix}${field.currency ?? 'currency'}`);
  return typeof currency === 'string' && currency !== '' ? currency : undefined;
}

/** The time zone of a record's hotel, in which its moments are shown. */
export const hotelZoneOf = (record: Readonly<Record<string, unknown>>): string | undefined =>
  typeof record['time_zone'] === 'string' ? record['time_zone'] : undefined;

/**
 * The name of a record: its name fields joined, otherwise its code, otherwise its subject (the guest of a review),
 * otherwise its number (`#12`).
 */
export function displayName(definition: ResourceDefinition, record: Readonly<Record<string, unknown>>): string {
  const { subject } = definition.display;
  const parts = definition.display.name.filter((field) => field !== 'id').map((field) => valueAt(record, field));
  const name = parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
  const code = definition.display.code ? valueAt(record, definition.display.code) : null;
  return (
    name ||
    (typeof code === 'string' && code) ||
    (subject !== undefined && nestedAt(record, subject)?.name) ||
    `#${String(record['id'])}`
  );
}
