import { type ResourceDefinition, getResource, resourceKeys } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { editBody, editErrors, editableSections, canClear } from './bulk-edit.ts';

const member = getResource('member');
const editableNames = (d: ResourceDefinition) =>
  editableSections(d).flatMap((section) => section.fields.map(({ name }) => name));
const clearableNames = (d: ResourceDefinition) =>
  editableSections(d).flatMap((section) =>
    section.fields.flatMap(({ name, field }) => (canClear(field) ? [name] : [])),
  );

describe('bulk edit', () => {
  it('includes every field of the form except keys, secrets and files', () => {
    expect(editableNames(member)).toEqual(expect.arrayContaining(['first_name', 'hotel_id', 'remark', 'is_active']));
    for (const name of ['password', 'standing']) expect(editableNames(member)).not.toContain(name);
    for (const name of ['username', 'email', 'password'])
      expect(editableNames(getResource('users'))).not.toContain(name);
    expect(editableNames(getResource('voucher'))).not.toContain('file_url');
  });

  it('can clear optional fields only', () => {
    expect(clearableNames(member)).toContain('remark');
    for (const name of ['first_name', 'hotel_id', 'is_active']) expect(clearableNames(member)).not.toContain(name);
    // A user cannot lose the role group, although a pending user has none.
    expect(clearableNames(getResource('users'))).not.toContain('role_group_id');
    expect(clearableNames(getResource('role_group'))).toContain('rolesId');
  });

  it.each(resourceKeys.filter((key) => !('readOnly' in getResource(key))))('is possible for %s', (key) => {
    expect(editableNames(getResource(key))).not.toEqual([]);
  });
});

describe('edits in bulk', () => {
  it('require a value for a change', () => {
    const edits = {
      remark: { mode: 'change', value: ' ' },
      hotel_id: { mode: 'change', value: null },
      birth_date: { mode: 'change', value: '31.02.' },
      hobby: { mode: 'clear', value: null },
      city: { mode: 'change', value: 'Ubud' },
    } as const;
    expect(editErrors(member, edits)).toEqual({ remark: 'required', hotel_id: 'required', birth_date: 'date' });
    expect(editErrors(getResource('role_group'), { rolesId: { mode: 'change', value: [] } })).toEqual({
      rolesId: 'required',
    });
  });

  it('are sent like form values, and as null if cleared after typing', () => {
    expect(
      editBody(member, {
        hotel_id: { mode: 'change', value: 7 },
        birth_date: { mode: 'change', value: '1990-05-04' },
        hobby: { mode: 'clear', value: 'Golf' },
        is_active: { mode: 'change', value: 0 },
      }),
    ).toEqual({ hotel_id: 7, birth_date: '1990-05-04', hobby: null, is_active: 0 });
  });
});
