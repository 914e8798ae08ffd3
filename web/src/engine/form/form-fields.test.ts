import { type ResourceDefinition, editor, getResource, text, textarea } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { formSections, readSections } from './form-fields.ts';

const findFieldNames = (key: string, placement: string) =>
  formSections(getResource(key)).flatMap((section) =>
    section.fields.filter((field) => field.placement === placement).map((field) => field.name),
  );

describe('sections of a form', () => {
  it('have the headings of the definition', () => {
    expect(formSections(getResource('member')).map((section) => section.label?.en ?? null)).toEqual([
      null,
      'Contact',
      'Identity',
      'Programme',
      'Preferences',
      'Notifications',
    ]);
  });

  it('show computed fields only in read views, and secrets only in forms', () => {
    const formFieldNames = formSections(getResource('member')).flatMap((section) =>
      section.fields.map((field) => field.name),
    );
    const readFieldNames = readSections(getResource('member')).flatMap((section) =>
      section.fields.map((field) => field.name),
    );
    expect(formFieldNames).toContain('password');
    expect(formFieldNames).not.toContain('standing');
    expect(readFieldNames).toContain('standing');
    expect(readFieldNames).not.toContain('password');
  });

  it('place a text area in a row of its own, unless two share one', () => {
    expect(findFieldNames('hotel', 'wide')).toEqual([]);
    expect(findFieldNames('hotel', 'row')).toEqual(['address_1']);
    expect(findFieldNames('member', 'wide')).toEqual(['comp_visits_reason', 'remark']);
    expect(findFieldNames('role_group', 'wide')).toEqual(['description', 'rolesId']);
  });

  it('place the field after a half-width one next to it, and no other', () => {
    const d: ResourceDefinition = {
      ...getResource('region'),
      fields: {
        code: text('Code', 'Kode'),
        name: text('Name', 'Nama', { pairsWithNext: true }),
        name_id: text('Name (ID)', 'Nama (ID)'),
        remark: textarea('Remark', 'Catatan'),
        terms: editor('Terms', 'Ketentuan', { pairsWithNext: true }),
        terms_id: editor('Terms (ID)', 'Ketentuan (ID)'),
        benefit: textarea('Benefit', 'Manfaat'),
        benefit_id: textarea('Benefit (ID)', 'Manfaat (ID)'),
      },
    };
    expect(
      formSections(d).flatMap((section) => section.fields.map(({ name, placement }) => [name, placement])),
    ).toEqual([
      ['code', 'next'],
      ['name', 'row'],
      ['name_id', 'next'],
      ['remark', 'wide'],
      ['terms', 'row'],
      ['terms_id', 'next'],
      ['benefit', 'row'],
      ['benefit_id', 'next'],
    ]);
  });
});
