import { type ResourceDefinition, getResource, resourceKeys } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { editBody, editErrors, editableSections, mayClear } from './bulk-edit.ts';

const member = getResource('member');
const namesOf = (d: ResourceDefinition) => editableSections(d).flatMap((s) => s.fields.map(({ name }) => name));
const clearable = (d: ResourceDefinition) =>
  editableSections(d).flatMap((s) => s.fields.flatMap(({ name, field }) => (mayClear(field) ? [name] : [])));

describe('a change of many records', () => {
  it('is possible in every field of the form but keys, secrets and files', () => {
    expect(namesOf(member)).toEqual(expect.arrayContaining(['first_name', 'hotel_id', 'remark', 'is_active']));
    for (const name of ['password', 'standing']) expect(namesOf(member)).not.toContain(name);
    for (const name of ['username', 'email', 'password']) expect(namesOf(getResource('users'))).not.toContain(name);
    expect(namesOf(getResource('voucher'))).not.toContain('file_url');
  });

  it('may empty a field if a record may lack it', () => {
    expect(clearable(member)).toContain('remark');
    for (const name of ['first_name', 'hotel_id', 'is_active']) expect(clearable(member)).not.toContain(name);
    // No user may lose the role group, although a user who waits for one has none.
    expect(clearable(getResource('users'))).not.toContain('role_group_id');
    expect(clearable(getResource('role_group'))).toContain('rolesId');
  });

  it.each(resourceKeys.filter((key) => !('readOnly' in getResource(key))))('is possible for %s', (key) => {
    expect(namesOf(getResource(key))).not.toEqual([]);
  });
});

describe('edits of many records', () => {
  it('are asked for a value where a change has none', () => {
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

  it('travel as a form would send them, null for what is cleared whatever was typed before', () => {
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
