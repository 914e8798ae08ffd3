import { getResource } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { mergeChanges } from './merge-changes.ts';

const role_group = getResource('role_group');
const base = { name: 'Desk', description: 'Front desk', access_type_id: 3, discount_limit: null, rolesId: [1, 2] };

describe('merging two changes of one record', () => {
  it('keeps both where they touch different fields', () => {
    const merge = mergeChanges(
      role_group,
      base,
      { ...base, name: 'Front desk' },
      { ...base, description: 'Reception' },
    );
    expect(merge.values).toEqual({ ...base, name: 'Front desk', description: 'Reception' });
    expect(merge.theirs).toEqual(['description']);
    expect(merge.conflicts).toEqual([]);
  });

  it('asks where both changed a field to different values', () => {
    const merge = mergeChanges(
      role_group,
      base,
      { ...base, name: 'Lobby' },
      { ...base, name: 'Front office', access_type_id: 2 },
    );
    expect(merge.conflicts).toEqual(['name']);
    expect(merge.theirs).toEqual(['access_type_id']);
    expect(merge.values).toMatchObject({ name: 'Lobby', access_type_id: 2 });
  });

  it('does not ask where both came to the same', () => {
    const merge = mergeChanges(role_group, base, { ...base, rolesId: [3, 1] }, { ...base, rolesId: [1, 3] });
    expect(merge.conflicts).toEqual([]);
    expect(merge.theirs).toEqual([]);
  });

  it('takes theirs where I only put a value back', () => {
    const merge = mergeChanges(role_group, base, { ...base, name: 'Desk' }, { ...base, name: 'Lobby' });
    expect(merge.values.name).toBe('Lobby');
    expect(merge.theirs).toEqual(['name']);
  });

  it('lets a field be emptied by one side', () => {
    const option = getResource('option');
    const was = { name: 'A', slug: 'a', description: 'old', is_active: 1 };
    expect(mergeChanges(option, was, { ...was, description: '' }, { ...was, name: 'B' }).values).toMatchObject({
      name: 'B',
      description: '',
    });
    expect(mergeChanges(option, was, { ...was, description: '' }, { ...was, description: 'new' }).conflicts).toEqual([
      'description',
    ]);
  });
});
