import { file, getResource } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { changedFields, isSameValue } from './changed-fields.ts';

const member = getResource('member');
const { remark } = member.fields;
const { longitude } = getResource('country').fields;
const { rolesId } = getResource('role_group').fields;

describe('changed fields', () => {
  it('include fields with another value', () => {
    expect(changedFields(member, { first_name: 'Sari', hotel_id: 1 }, { first_name: 'Sari', hotel_id: 2 })).toEqual([
      'hotel_id',
    ]);
  });

  it('exclude a field that was changed back', () => {
    expect(changedFields(member, { last_name: null }, { last_name: '' })).toEqual([]);
  });

  it('exclude computed fields', () => {
    expect(changedFields(member, { standing: 'none' }, { standing: 'active' })).toEqual([]);
  });

  it('compare decimals as text, so that no digit is lost', () => {
    expect(isSameValue(longitude, '0.100000000000001', '0.1')).toBe(false);
    expect(isSameValue(longitude, '0.100', '0.1')).toBe(true);
    expect(isSameValue(longitude, '100', '1')).toBe(false);
  });

  it('ignore the order of lists and kinds of line endings', () => {
    expect(isSameValue(rolesId, [2, 1], [1, 2])).toBe(true);
    expect(isSameValue(rolesId, [1, 12], [11, 2])).toBe(false);
    expect(isSameValue(remark, 'a\r\nb', 'a\nb')).toBe(true);
  });

  it('include a selected file, but not a new signature of the stored one', () => {
    const picture = file('Picture', 'Gambar', { accept: ['image/png'] });
    expect(isSameValue(picture, '/storage/a.png', new File(['x'], 'b.png'))).toBe(false);
    expect(isSameValue(picture, '/storage/a.png?until=1', '/storage/a.png?until=2')).toBe(true);
    expect(isSameValue(picture, '/storage/a.png?until=1', '/storage/b.png?until=1')).toBe(false);
  });
});
