import { file, getResource } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { changedFields, isSameValue } from './changed-fields.ts';

const member = getResource('member');
const { remark } = member.fields;
const { longitude } = getResource('country').fields;
const { rolesId } = getResource('role_group').fields;

describe('the fields that changed', () => {
  it('are those with another value', () => {
    expect(changedFields(member, { first_name: 'Sari', hotel_id: 1 }, { first_name: 'Sari', hotel_id: 2 })).toEqual([
      'hotel_id',
    ]);
  });

  it('do not include one that was typed and put back', () => {
    expect(changedFields(member, { last_name: null }, { last_name: '' })).toEqual([]);
  });

  it('never include computed ones', () => {
    expect(changedFields(member, { standing: 'none' }, { standing: 'active' })).toEqual([]);
  });

  it('see a decimal as the text it is, so that no digit is lost', () => {
    expect(isSameValue(longitude, '0.100000000000001', '0.1')).toBe(false);
    expect(isSameValue(longitude, '0.100', '0.1')).toBe(true);
    expect(isSameValue(longitude, '100', '1')).toBe(false);
  });

  it('see lists as sets, and line ends as one', () => {
    expect(isSameValue(rolesId, [2, 1], [1, 2])).toBe(true);
    expect(isSameValue(rolesId, [1, 12], [11, 2])).toBe(false);
    expect(isSameValue(remark, 'a\r\nb', 'a\nb')).toBe(true);
  });

  it('see a chosen file as a change, and a new signature of the stored one not', () => {
    const picture = file('Picture', 'Gambar', { accept: ['image/png'] });
    expect(isSameValue(picture, '/storage/a.png', new File(['x'], 'b.png'))).toBe(false);
    expect(isSameValue(picture, '/storage/a.png?until=1', '/storage/a.png?until=2')).toBe(true);
    expect(isSameValue(picture, '/storage/a.png?until=1', '/storage/b.png?until=1')).toBe(false);
  });
});
