// Core test: schema and definitions agree.
import { describe, expect, test } from 'vitest';
import { findColumn, getColumn, relationName, relationsOf, targetKey } from './column-path.ts';
import type { Field } from '../fields/kinds.ts';
import type { Label } from '../texts/label.ts';
import {
  AUDIT_FIELDS,
  type ResourceDefinition,
  attributedHotel,
  isStored,
  listColumns,
  searchedFields,
} from '../fields/definition.ts';
import { isResourceKey, resourceKeys, resources } from './by-key.ts';

/** Every name in a definition must resolve. */

const definitions = resourceKeys.map((key) => [key, resources[key] as ResourceDefinition] as const);

const expectBoth = (label: Label | undefined, what: string): void => {
  expect(label?.en.trim(), `${what} in English`).toBeTruthy();
  expect(label?.id.trim(), `${what} in Indonesian`).toBeTruthy();
};

test('no two resources share a key', () => {
  expect(definitions.map(([, d]) => d.key)).toEqual([...resourceKeys]);
});

describe.each(definitions)('the definition of %s', (_, d) => {
  const fields: readonly (readonly [string, Field])[] = Object.entries(d.fields);

  test('names everything in both languages', () => {
    expectBoth(d.label, 'label');
    expectBoth(d.labels, 'labels');
    for (const [name, f] of fields) {
      expectBoth(f.label, name);
      for (const label of [f.hint, f.section]) if (label) expectBoth(label, `hint or section of ${name}`);
      if (f.kind === 'choice') for (const c of f.choices) expectBoth(c.label, `${name} ${c.value}`);
    }
    for (const column of listColumns(d)) expectBoth(column.label ?? getColumn(d, column.column).label, column.column);
  });

  test('lists existing columns, without duplicates', () => {
    const columns = listColumns(d).map((c) => c.column);
    expect(columns.filter((column) => !findColumn(d, column))).toEqual([]);
    expect(new Set(columns).size).toBe(columns.length);
  });

  test('has amounts only in a currency of its list, or in the currency of the hotel', () => {
    for (const f of Object.values(d.fields))
      if (f.kind === 'money' && f.currency !== undefined)
        expect(listColumns(d).map(({ column }) => column)).toContain(f.currency);
  });

  test('orders its list by existing columns', () => {
    const terms = (d.order ?? 'id').split(',').map((term) => term.replace(/^-/, ''));
    expect(terms.filter((term) => !findColumn(d, term))).toEqual([]);
  });

  test('is displayed by stored, searchable fields', () => {
    const shown = [...d.display.name, ...(d.display.code ? [d.display.code] : [])];
    expect(shown).not.toEqual([]);
    const texts = shown.filter((name) => name !== 'id');
    expect(texts.filter((name) => !d.fields[name] || !isStored(d.fields[name]))).toEqual([]);
    expect(texts.filter((name) => !searchedFields(d).includes(name))).toEqual([]);
  });

  test('references existing resources', () => {
    for (const { field, to } of relationsOf(d)) expect(isResourceKey(to), field).toBe(true);
    for (const [name, f] of fields) {
      if (f.kind === 'references') expect(isResourceKey(f.to), name).toBe(true);
      if (f.kind === 'reference' || f.kind === 'option') {
        expect(isResourceKey(targetKey(f)), name).toBe(true);
        // A relation and a field of the same name would be the same key of the record.
        expect(Object.hasOwn(d.fields, relationName(name)), name).toBe(false);
      }
    }
  });

  test('includes the hotel at which its records count if users of other hotels see them', () => {
    const hotelRelation = attributedHotel(d);
    if (!hotelRelation) return;
    const named = [...relationsOf(d).map(({ name }) => name), ...Object.keys(d.relations ?? {})];
    expect(named).toContain(hotelRelation.name);
    const [own, filtered] = [getColumn(d, `${hotelRelation.name}.id`), getColumn(d, hotelRelation.column)];
    expect(own.resource.key).toBe('hotel');
    expect(own.relations.map(({ field }) => field)).toEqual([
      ...filtered.relations.map(({ field }) => field),
      filtered.field,
    ]);
  });

  test('has relations, scope paths and unique rules that resolve', () => {
    for (const name of Object.keys(d.relations ?? {})) {
      expect(findColumn(d, `${name}.id`), `relation ${name}`).toBeDefined();
      expect(Object.hasOwn(d.fields, name), `relation ${name} hides a field`).toBe(false);
    }
    const leadsTo = (path: string) => {
      const found = findColumn(d, path);
      if (path === 'id') return d.key;
      return found?.definition.kind === 'reference' ? found.definition.to : found?.resource.key;
    };
    for (const path of d.scope?.hotel ?? []) expect(leadsTo(path), path).toBe('hotel');
    for (const path of d.scope?.region ?? []) expect(leadsTo(path), path).toBe('region');
    if (d.scope?.user) expect(leadsTo(d.scope.user)).toBe('users');
    for (const rule of d.unique ?? []) {
      expect(rule.fields.filter((name) => !d.fields[name] || !isStored(d.fields[name]))).toEqual([]);
    }
  });

  test('embeds and relates lists that point back to it', () => {
    for (const { resource, by } of [...(d.embeds ?? []), ...(d.related ?? [])]) {
      const f = isResourceKey(resource) ? (resources[resource] as ResourceDefinition).fields[by] : undefined;
      expect(f?.kind === 'reference' && f.to, `${resource}.${by}`).toBe(d.key);
    }
    for (const { resource, fields: names } of d.embeds ?? []) {
      const other = isResourceKey(resource) ? (resources[resource] as ResourceDefinition).fields : {};
      expect(names.filter((name) => !other[name] || other[name].kind === 'secret')).toEqual([]);
      expect(Object.hasOwn(d.fields, resource), `the list ${resource} hides a field`).toBe(false);
    }
  });

  test('has no field that collides with a common column of every record', () => {
    const taken = new Set([...Object.keys(AUDIT_FIELDS), 'created_by', 'updated_by', 'deleted_by', '_method']);
    expect(fields.map(([name]) => name).filter((name) => taken.has(name))).toEqual([]);
  });

  test('pairs a field with the next one in a row only if that one can be filled in', () => {
    for (const [at, [name, f]] of fields.entries()) {
      if (!f.pairsWithNext) continue;
      const next = fields[at + 1]?.[1];
      expect(next !== undefined && !next.section && Boolean(next.computed) === Boolean(f.computed), name).toBe(true);
    }
  });

  test('fixes writable fields only by fields that the server sets', () => {
    for (const [name, f] of fields)
      for (const by of f.fixedBy ?? []) expect(d.fields[by]?.computed && !f.computed, `${name} by ${by}`).toBe(true);
  });

  test('requires no input for fields that the server sets', () => {
    for (const [name, f] of fields) {
      if (f.derived) expect(f.computed, `${name} is derived, so the server gives it`).toBe(true);
      if (f.initial !== undefined) expect(f.computed ?? false, `${name} has an initial value in forms`).toBe(false);
    }
  });
});

test.each([
  resources.visit,
  resources.transaction,
  resources.voucher_redeem,
  resources.mail_log,
  resources.member_call,
] as ResourceDefinition[])('$labels.en are listed newest first, by a visible column', (d) => {
  expect(d.order).toMatch(/^-/);
  const shown = listColumns(d).filter(({ hidden }) => !hidden);
  expect(shown.map(({ column }) => column)).toContain(d.order?.slice(1));
});
