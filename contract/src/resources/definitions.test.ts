// Core test: schema and definitions agree.
import { describe, expect, test } from 'vitest';
import { findColumn, getColumn, relationName, relationsOf, targetKey } from './column-path.ts';
import { operatorsByKind } from '../fields/filter.ts';
import type { Field } from '../fields/kinds.ts';
import type { Label } from '../texts/label.ts';
import {
  COMMON_FIELDS,
  type ResourceDefinition,
  findAttributedHotel,
  headFacts,
  isStored,
  listColumns,
  searchedFields,
} from '../fields/definition.ts';
import { isResourceKey, resourceKeys, resources } from './by-key.ts';

/** Every name in a definition must resolve. */

const definitions = resourceKeys.map((key) => [key, resources[key] as ResourceDefinition] as const);

const expectBothLanguages = (label: Label | undefined, subject: string): void => {
  expect(label?.en.trim(), `${subject} in English`).toBeTruthy();
  expect(label?.id.trim(), `${subject} in Indonesian`).toBeTruthy();
};

test('no two resources share a key', () => {
  expect(definitions.map(([, definition]) => definition.key)).toEqual([...resourceKeys]);
});

describe.each(definitions)('the definition of %s', (_, definition) => {
  const fields: readonly (readonly [string, Field])[] = Object.entries(definition.fields);

  test('names everything in both languages', () => {
    expectBothLanguages(definition.label, 'label');
    expectBothLanguages(definition.labels, 'labels');
    for (const [name, field] of fields) {
      expectBothLanguages(field.label, name);
      for (const label of [field.hint, field.section])
        if (label) expectBothLanguages(label, `hint or section of ${name}`);
      if (field.kind === 'choice') for (const c of field.choices) expectBothLanguages(c.label, `${name} ${c.value}`);
    }
    for (const column of listColumns(definition))
      expectBothLanguages(column.label ?? getColumn(definition, column.column).label, column.column);
  });

  test('lists existing columns, without duplicates', () => {
    const columns = listColumns(definition).map((c) => c.column);
    expect(columns.filter((column) => !findColumn(definition, column))).toEqual([]);
    expect(new Set(columns).size).toBe(columns.length);
  });

  test('is headed by its subject and existing columns, whose values its records have', () => {
    const { subject } = definition.display;
    if (definition.head) expect(definition.fields[`${subject ?? ''}_id`]?.kind).toBe('reference');
    if (subject !== undefined) expect(findColumn(definition, `${subject}.name`)).toBeDefined();
    const listedColumns = new Set(listColumns(definition).map((c) => c.column));
    for (const { column } of headFacts(definition))
      expect(Object.hasOwn(definition.fields, column) || listedColumns.has(column), column).toBe(true);
  });

  test('has amounts only in a currency of its list, or in the currency of the hotel', () => {
    for (const field of Object.values(definition.fields))
      if (field.kind === 'money' && field.currency !== undefined)
        expect(listColumns(definition).map(({ column }) => column)).toContain(field.currency);
  });

  test('opens its list with conditions of existing columns', () => {
    for (const { column, operator } of definition.opening ?? [])
      expect(operatorsByKind[getColumn(definition, column).definition.kind], column).toContain(operator);
  });

  test('orders its list by existing columns', () => {
    const columns = (definition.order ?? 'id').split(',').map((column) => column.replace(/^-/, ''));
    expect(columns.filter((column) => !findColumn(definition, column))).toEqual([]);
  });

  test('is displayed by stored, searchable fields', () => {
    const displayFields = [...definition.display.name, ...(definition.display.code ? [definition.display.code] : [])];
    expect(displayFields).not.toEqual([]);
    const textFields = displayFields.filter((name) => name !== 'id');
    expect(textFields.filter((name) => !definition.fields[name] || !isStored(definition.fields[name]))).toEqual([]);
    expect(textFields.filter((name) => !searchedFields(definition).includes(name))).toEqual([]);
  });

  test('references existing resources', () => {
    for (const { field, to } of relationsOf(definition)) expect(isResourceKey(to), field).toBe(true);
    for (const [name, field] of fields) {
      if (field.kind === 'references') expect(isResourceKey(field.to), name).toBe(true);
      if (field.kind === 'reference' || field.kind === 'option') {
        expect(isResourceKey(targetKey(field)), name).toBe(true);
        // A relation and a field of the same name would share a key of the record.
        expect(Object.hasOwn(definition.fields, relationName(name)), name).toBe(false);
      }
    }
  });

  test('includes the hotel at which its records count if users of other hotels see them', () => {
    const hotelRelation = findAttributedHotel(definition);
    if (!hotelRelation) return;
    const relationNames = [
      ...relationsOf(definition).map(({ name }) => name),
      ...Object.keys(definition.relations ?? {}),
    ];
    expect(relationNames).toContain(hotelRelation.name);
    const [hotelPath, filterPath] = [
      getColumn(definition, `${hotelRelation.name}.id`),
      getColumn(definition, hotelRelation.column),
    ];
    expect(hotelPath.resource.key).toBe('hotel');
    expect(hotelPath.relations.map(({ field }) => field)).toEqual([
      ...filterPath.relations.map(({ field }) => field),
      filterPath.field,
    ]);
  });

  test('has relations, scope paths and unique rules that resolve', () => {
    for (const name of Object.keys(definition.relations ?? {})) {
      expect(findColumn(definition, `${name}.id`), `relation ${name}`).toBeDefined();
      expect(Object.hasOwn(definition.fields, name), `relation ${name} hides a field`).toBe(false);
    }
    const targetOf = (path: string) => {
      const columnPath = findColumn(definition, path);
      if (path === 'id') return definition.key;
      return columnPath?.definition.kind === 'reference' ? columnPath.definition.to : columnPath?.resource.key;
    };
    for (const path of definition.scope?.hotel ?? []) expect(targetOf(path), path).toBe('hotel');
    for (const path of definition.scope?.region ?? []) expect(targetOf(path), path).toBe('region');
    if (definition.scope?.user) expect(targetOf(definition.scope.user)).toBe('users');
    for (const rule of definition.unique ?? []) {
      expect(rule.fields.filter((name) => !definition.fields[name] || !isStored(definition.fields[name]))).toEqual([]);
    }
  });

  test('names existing columns for time zones, currencies, international numbers and public lists', () => {
    const { place, publicList = [], embeds = [] } = definition;
    const columns = [
      ...(place ? [...place.timeZone, place.currency] : []),
      ...publicList.filter((name) => embeds.every(({ resource }) => resource !== name)),
    ];
    for (const [, field] of fields)
      if (field.kind === 'phone')
        columns.push(...(field.dialledIn ?? []), ...(field.e164 === undefined ? [] : [field.e164]));
    expect(columns.filter((column) => !findColumn(definition, column))).toEqual([]);
  });

  test('embeds and relates lists that point back to it', () => {
    for (const { resource, by: foreignKey } of [...(definition.embeds ?? []), ...(definition.related ?? [])]) {
      const field = isResourceKey(resource)
        ? (resources[resource] as ResourceDefinition).fields[foreignKey]
        : undefined;
      expect(field?.kind === 'reference' && field.to, `${resource}.${foreignKey}`).toBe(definition.key);
    }
    for (const { resource, fields: fieldNames } of definition.embeds ?? []) {
      const targetFields = isResourceKey(resource) ? (resources[resource] as ResourceDefinition).fields : {};
      expect(fieldNames.filter((name) => !targetFields[name] || targetFields[name].kind === 'secret')).toEqual([]);
      expect(Object.hasOwn(definition.fields, resource), `the list ${resource} hides a field`).toBe(false);
    }
  });

  test('has no field that collides with a common column of every record', () => {
    const reservedNames = new Set([...Object.keys(COMMON_FIELDS), 'created_by', 'updated_by', 'deleted_by', '_method']);
    expect(fields.map(([name]) => name).filter((name) => reservedNames.has(name))).toEqual([]);
  });

  test('pairs a field with the next one in a row only if that one can be filled in', () => {
    for (const [index, [name, field]] of fields.entries()) {
      if (!field.pairsWithNext) continue;
      const nextField = fields[index + 1]?.[1];
      expect(
        nextField !== undefined && !nextField.section && Boolean(nextField.computed) === Boolean(field.computed),
        name,
      ).toBe(true);
    }
  });

  test('fixes writable fields only by fields that the server sets', () => {
    for (const [name, field] of fields)
      for (const otherField of field.fixedBy ?? [])
        expect(definition.fields[otherField]?.computed && !field.computed, `${name} by ${otherField}`).toBe(true);
  });

  test('requires no input for fields that the server sets', () => {
    for (const [name, field] of fields) {
      if (field.derived) expect(field.computed, `${name} is derived, so the server gives it`).toBe(true);
      if (field.initial !== undefined)
        expect(field.computed ?? false, `${name} has an initial value in forms`).toBe(false);
    }
  });
});

test.each([
  resources.visit,
  resources.transaction,
  resources.voucher_redeem,
  resources.mail_log,
  resources.member_call,
] as ResourceDefinition[])('$labels.en are listed newest first, by a visible column', (definition) => {
  expect(definition.order).toMatch(/^-/);
  const visibleColumns = listColumns(definition).filter(({ hidden }) => !hidden);
  expect(visibleColumns.map(({ column }) => column)).toContain(definition.order?.slice(1));
});
