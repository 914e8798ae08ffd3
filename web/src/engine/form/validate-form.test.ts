import { date, defineResource, file, getResource, json, formatMessage, text } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { initialValues, toFormValues } from './form-values.ts';
import { MAX_FILE_BYTES, formErrors } from './validate-form.ts';

const member = getResource('member');
const users = getResource('users');
const now = new Date(2026, 4, 22);

describe('validating a form', () => {
  it('reports every empty required field of a new record', () => {
    const errors = formErrors(member, initialValues(member), null, now);
    expect(Object.keys(errors).toSorted()).toEqual([
      'email',
      'first_name',
      'hotel_id',
      'membership_id',
      'origin_country_id',
      'phone_no',
      'type_gender_id',
    ]);
    expect(errors['email']).toBe('required');
  });

  it('validates only the changed fields of an update', () => {
    const base = toFormValues(member, { first_name: 'Sari', email: 'not an address', phone_no: '1' });
    expect(formErrors(member, { ...base, first_name: 'Dewi' }, base, now)).toEqual({});
    expect(formErrors(member, { ...base, first_name: ' ' }, base, now)).toEqual({ first_name: 'required' });
    expect(formErrors(member, { ...base, email: 'still none' }, base, now)).toEqual({ email: 'email' });
  });

  it('requires a password for a new user, and validates only a typed one for an existing user', () => {
    expect(formErrors(users, initialValues(users), null, now)).toHaveProperty('password', 'required');
    const base = toFormValues(users, { name: 'Sari', username: 'sari' });
    expect(formErrors(users, base, base, now)).toEqual({});
    expect(formErrors(users, { ...base, password: 'short' }, base, now)).toEqual({ password: 'min_length:12' });
  });

  it('rejects invalid JSON and files that are too large, and counts a selected file as filled in', () => {
    const d = defineResource({
      key: 'paper',
      label: { en: 'Paper', id: 'Kertas' },
      labels: { en: 'Papers', id: 'Kertas' },
      permission: 'PAPER',
      path: '/paper',
      icon: 'x',
      display: { name: ['name'] },
      list: ['name'],
      fields: {
        name: text('Name', 'Nama'),
        extra: json('Extra', 'Tambahan'),
        file_url: file('File', 'Berkas', { accept: ['image/png'], required: true }),
      },
    });
    expect(formErrors(d, { name: null, extra: '{', file_url: null }, null, now)).toEqual({
      extra: 'pattern',
      file_url: 'required',
    });
    expect(formErrors(d, { name: null, extra: '{}', file_url: new File(['x'], 'a.png') }, null, now)).toEqual({});
    const largeFile = new File([new Uint8Array(MAX_FILE_BYTES + 1)], 'a.png');
    expect(formErrors(d, { name: null, extra: null, file_url: largeFile }, null, now)).toEqual({
      file_url: 'too_large',
    });
  });
});

describe('rule between two fields of a form', () => {
  const stayResource = defineResource({
    ...getResource('membership'),
    key: 'stay',
    fields: {
      first: date('First day', 'Hari pertama', { required: true, rules: [{ rule: 'lessThanEquals', field: 'last' }] }),
      last: date('Last day', 'Hari terakhir', { required: true }),
    },
  });
  const noon = new Date('2026-05-22T12:00:00');

  it('compares days, whether or not the other field was changed', () => {
    const base = { first: '2026-05-01', last: '2026-05-20' };
    expect(formErrors(stayResource, { ...base, first: '2026-05-20' }, base, noon)).toEqual({});
    const errors = formErrors(stayResource, { ...base, first: '2026-05-21' }, base, noon);
    expect(formatMessage(errors['first'] ?? '', 'en')).toBe('Must not be after Last day.');
  });
  it('treats an empty date as the current time, which will be sent', () => {
    expect(Object.keys(formErrors(stayResource, { first: null, last: '2026-05-22' }, null, noon))).toEqual([]);
    expect(Object.keys(formErrors(stayResource, { first: null, last: '2026-05-21' }, null, noon))).toEqual(['first']);
  });
  it('reports an unreadable date only as such', () => {
    expect(formErrors(stayResource, { first: 'soon', last: '2026-05-21' }, null, noon)).toEqual({ first: 'date' });
  });
});
