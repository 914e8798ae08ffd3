import { type ResourceDefinition, allFields, getResource, importFields, resourceKeys } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import {
  csvLine,
  doubleTargets,
  importChoices,
  repeatedHeadings,
  targetsOf,
  templateHeadings,
  unfedFields,
} from './import-columns.ts';

const column = (header: string, field: string | null) => ({ header, field, sample: [] });
const member: ResourceDefinition = getResource('member');

describe('the fields of columns', () => {
  it('as the user says, else as the server guessed; leaving out is an answer too', () => {
    const columns = [column('First', 'first_name'), column('Mail', null), column('Notes', 'home_address')];
    expect(targetsOf(columns, { Mail: 'email', Notes: null })).toEqual(['first_name', 'email', null]);
  });

  it('twice to one field is told, leaving out twice is not', () => {
    expect([...doubleTargets(['email', null, 'email', null, 'first_name'])]).toEqual(['email']);
  });

  it('cannot be said of a heading that stands there twice', () => {
    expect([...repeatedHeadings([column('A', null), column('B', null), column('A', null)])]).toEqual(['A']);
  });

  it('names required fields that nothing feeds, but not the hotel of a user with only one', () => {
    const choices = importChoices(member, 'en');
    const fed = choices.map(({ name }) => name).filter((name) => name !== 'hotel_id' && name !== 'email');
    expect(unfedFields(choices, fed, false).map(({ label }) => label)).toEqual(['Hotel', 'Email']);
    expect(unfedFields(choices, fed, true).map(({ label }) => label)).toEqual(['Email']);
  });
});

describe.each(resourceKeys.filter((key) => !getResource(key).readOnly))('the empty file for %s', (key) => {
  const d: ResourceDefinition = getResource(key);

  it.each(['en', 'id'] as const)(
    'has a heading for each field in %s, and each stands for one field alone',
    (language) => {
      const headings = templateHeadings(d, language);
      const names = Object.keys(importFields(d)).filter((name) => name !== 'id');
      expect(headings).toHaveLength(names.length);
      for (const [i, heading] of headings.entries()) {
        const meant = Object.entries(allFields(d)).filter(([name, { label }]) =>
          [name, label.en, label.id].some((text) => text.toLowerCase() === heading.toLowerCase()),
        );
        expect(meant.map(([name]) => name)).toEqual([names[i]]);
      }
    },
  );
});

it('quotes what would break a line of CSV', () => {
  expect(csvLine(['Plain', 'a, b', 'say "hi"'])).toBe('Plain,"a, b","say ""hi"""\r\n');
});
