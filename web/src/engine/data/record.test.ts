import { getResource } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { displayName, nestedAt, valueAt } from './record.ts';

describe('valueAt', () => {
  const record = { id: 1, name: 'Sari', role_group: { id: 2, access_type: { id: 3, name: 'Group' } }, hotel: null };

  it('reads fields and dotted paths through nested records', () => {
    expect(valueAt(record, 'name')).toBe('Sari');
    expect(valueAt(record, 'role_group.access_type.name')).toBe('Group');
  });

  it('returns null if the path ends early', () => {
    expect(valueAt(record, 'hotel.code')).toBeNull();
    expect(valueAt(record, 'name.first')).toBeNull();
    expect(valueAt(record, 'unknown')).toBeNull();
  });

  it('returns the nested record with its name and code', () => {
    expect(nestedAt(record, 'role_group.access_type')).toEqual({ id: 3, name: 'Group', code: null });
    expect(nestedAt(record, 'hotel')).toBeNull();
  });
});

describe('displayName', () => {
  it('joins the parts of a name without empty ones', () => {
    expect(displayName(getResource('member'), { id: 1, first_name: 'Sari', last_name: 'Dewi' })).toBe('Sari Dewi');
    expect(displayName(getResource('member'), { id: 1, first_name: 'Sari', last_name: null })).toBe('Sari');
  });

  it('falls back to the code, then to the name that the list pins, then to the number', () => {
    expect(displayName(getResource('hotel'), { id: 4, name: '', code: 'JKM' })).toBe('JKM');
    expect(displayName(getResource('term_end'), { id: 5, member: { id: 1, name: 'Sari Dewi' } })).toBe('Sari Dewi');
    expect(displayName(getResource('flagged_activity'), { id: 6, kind: 'late_post' })).toBe('#6');
    expect(displayName(getResource('region_users'), { id: 12 })).toBe('#12');
  });
});
