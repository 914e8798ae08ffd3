import { getResource } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { mergeChanges } from './merge-changes.ts';

const role_group = getResource('role_group');
const base = {
  name: 'Desk',
  description: 'Front desk',
  access_type_id: 3,
  discount_limit: null,
  is_password_allowed: 1,
  is_second_factor_required: 0,
  rolesId: [1, 2],
};

describe('merging two changes of a record', () => {
  it('keeps both if they change different fields', () => {
    const result = mergeChanges(
      role_group,
      base,
      { ...base, name: 'Front desk' },
      { ...base, description: 'Reception' },
    );
    expect(result.values).toEqual({ ...base, name: 'Front desk', description: 'Reception' });
    expect(result.theirs).toEqual(['description']);
    expect(result.conflicts).toEqual([]);
  });

  it('reports a conflict if both changed a field to different values', () => {
    const result = mergeChanges(
      role_group,
      base,
      { ...base, name: 'Lobby' },
      { ...base, name: 'Front office', access_type_id: 2 },
    );
    expect(result.conflicts).toEqual(['name']);
    expect(result.theirs).toEqual(['access_type_id']);
    expect(result.values).toMatchObject({ name: 'Lobby', access_type_id: 2 });
  });

  it('reports no conflict if both changed a field to the same value', () => {
    const result = mergeChanges(role_group, base, { ...base, rolesId: [3, 1] }, { ...base, rolesId: [1, 3] });
    expect(result.conflicts).toEqual([]);
    expect(result.theirs).toEqual([]);
  });

  it('uses the other side’s value if one’s own was changed back', () => {
    const result = mergeChanges(role_group, base, { ...base, name: 'Desk' }, { ...base, name: 'Lobby' });
    expect(result.values.name).toBe('Lobby');
    expect(result.theirs).toEqual(['name']);
  });

  it('accepts that one side empties a field', () => {
    const option = getResource('option');
    const original = { name: 'A', slug: 'a', description: 'old', is_active: 1 };
    expect(
      mergeChanges(option, original, { ...original, description: '' }, { ...original, name: 'B' }).values,
    ).toMatchObject({
      name: 'B',
      description: '',
    });
    expect(
      mergeChanges(option, original, { ...original, description: '' }, { ...original, description: 'new' }).conflicts,
    ).toEqual(['description']);
  });
});
