import { type ResourceDefinition, editor, getResource, text, textarea } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { formSections, readSections } from './form-fields.ts';

const placed = (key: string, placement: string) =>
  formSections(getResource(key)).flatMap((s) => s.fields.filter((f) => f.placement === placement).map((f) => f.name));

describe('sections of a form', () => {
  it('have the headings of the definition', () => {
    expect(formSections(getResource('member')).map((s) => s.label?.en ?? null)).toEqual([
      null,
      'Contact',
      'Identity',
      'Programme',
      'Preferences',
      'Notifications',
    ]);
  });

  it('show computed fields only in read views, and secrets only in forms', () => {
    const written = formSections(getResource('member')).flatMap((s) => s.fields.map((f) => f.name));
    const shown = readSections(getResource('member')).flatMap((s) => s.fields.map((f) => f.name));
    expect(written).toContain('password');
    expect(written).not.toContain('standing');
    expect(shown).toContain('standing');
    expect(shown).not.toContain('password');
  });

  it('give a text area a whole row, unless two share it', () => {
    expect(placed('hotel', 'wide')).toEqual([]);
    expect(placed('hotel', 'row')).toEqual(['address_1']);
    expect(placed('member', 'wide')).toEqual(['comp_visits_reason', 'remark']);
    expect(placed('role_group', 'wide')).toEqual(['description', 'rolesId']);
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
    expect(formSections(d).flatMap((s) => s.fields.map(({ name, placement }) => [name, placement]))).toEqual([
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
