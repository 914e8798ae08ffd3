import { type ResourceDefinition, editor, getResource, text, textarea } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { formSections, readSections } from './form-fields.ts';

const placed = (key: string, place: string) =>
  formSections(getResource(key)).flatMap((s) => s.fields.filter((f) => f.place === place).map((f) => f.name));

describe('the sections of a form', () => {
  it('stand under the headings of the definition', () => {
    expect(formSections(getResource('member')).map((s) => s.label?.en ?? null)).toEqual([
      null,
      'Contact',
      'Identity',
      'Programme',
      'Preferences',
      'Notifications',
    ]);
  });

  it('show computed fields only for reading, and secrets only for writing', () => {
    const written = formSections(getResource('member')).flatMap((s) => s.fields.map((f) => f.name));
    const shown = readSections(getResource('member')).flatMap((s) => s.fields.map((f) => f.name));
    expect(written).toContain('password');
    expect(written).not.toContain('standing');
    expect(shown).toContain('standing');
    expect(shown).not.toContain('password');
  });

  it('give a text area the row, unless two of them share it', () => {
    expect(placed('hotel', 'wide')).toEqual([]);
    expect(placed('hotel', 'row')).toEqual(['address_1']);
    expect(placed('member', 'wide')).toEqual(['comp_visits_reason', 'remark']);
    expect(placed('role_group', 'wide')).toEqual(['description', 'rolesId']);
  });

  it('put the field after a half one beside it, and leave the rest as it was', () => {
    const d: ResourceDefinition = {
      ...getResource('region'),
      fields: {
        code: text('Code', 'Kode'),
        name: text('Name', 'Nama', { half: true }),
        name_id: text('Name (ID)', 'Nama (ID)'),
        remark: textarea('Remark', 'Catatan'),
        terms: editor('Terms', 'Ketentuan', { half: true }),
        terms_id: editor('Terms (ID)', 'Ketentuan (ID)'),
        benefit: textarea('Benefit', 'Manfaat'),
        benefit_id: textarea('Benefit (ID)', 'Manfaat (ID)'),
      },
    };
    expect(formSections(d).flatMap((s) => s.fields.map(({ name, place }) => [name, place]))).toEqual([
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
