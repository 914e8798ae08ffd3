import {
  type ResourceDefinition,
  allFields,
  getResource,
  importFields,
  isMatchOnly,
  resourceKeys,
} from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import {
  csvLine,
  duplicateTargets,
  importChoices,
  repeatedHeadings,
  mapColumns,
  requiredFields,
  templateHeadings,
  unmappedFields,
} from './import-columns.ts';

const createColumn = (header: string, field: string | null) => ({ header, field, sample: [] });
const member: ResourceDefinition = getResource('member');

describe('fields of columns', () => {
  it("prefer the user's choice, including no field, over the server's suggestion", () => {
    const columns = [
      createColumn('First', 'first_name'),
      createColumn('Mail', null),
      createColumn('Notes', 'home_address'),
    ];
    expect(mapColumns(columns, { Mail: 'email', Notes: null })).toEqual(['first_name', 'email', null]);
  });

  it('reports fields with two columns, but not two columns without a field', () => {
    expect([...duplicateTargets(['email', null, 'email', null, 'first_name'])]).toEqual(['email']);
  });

  it('reports headings that appear twice', () => {
    expect([...repeatedHeadings([createColumn('A', null), createColumn('B', null), createColumn('A', null)])]).toEqual([
      'A',
    ]);
  });

  it('reports fields without a column, and the required ones of them', () => {
    const choices = importChoices(member, 'en');
    const withoutColumn = new Set(['id', 'hotel_id', 'email', 'remark']);
    const mappedFields = choices.map(({ name }) => name).filter((name) => !withoutColumn.has(name));
    const unmapped = unmappedFields(member, choices, mappedFields);
    expect(unmapped.map(({ name }) => name)).toEqual(['hotel_id', 'email', 'remark']);
    expect(requiredFields(unmapped, false).map(({ label }) => label)).toEqual(['Hotel', 'Email']);
    expect(requiredFields(unmapped, true).map(({ label }) => label)).toEqual(['Email']);
  });
});

describe.each(resourceKeys.filter((key) => !getResource(key).readOnly))('import template for %s', (key) => {
  const d: ResourceDefinition = getResource(key);

  it.each(['en', 'id'] as const)('has one unambiguous heading per field in %s', (language) => {
    const headings = templateHeadings(d, language);
    const names = Object.keys(importFields(d)).filter((name) => !isMatchOnly(d, name));
    expect(headings).toHaveLength(names.length);
    for (const [index, heading] of headings.entries()) {
      const matches = Object.entries(allFields(d)).filter(([name, { label }]) =>
        [name, label.en, label.id].some((text) => text.toLowerCase() === heading.toLowerCase()),
      );
      expect(matches.map(([name]) => name)).toEqual([names[index]]);
    }
  });
});

it('CSV values with special characters are quoted', () => {
  expect(csvLine(['Plain', 'a, b', 'say "hi"'])).toBe('Plain,"a, b","say ""hi"""\r\n');
});
