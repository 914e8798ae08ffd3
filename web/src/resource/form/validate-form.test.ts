import { defineResource, file, getResource, json, text } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { startValues, valuesOf } from './form-values.ts';
import { FILE_MAX, formErrors } from './validate-form.ts';

const member = getResource('member');
const users = getResource('users');
const now = new Date(2026, 4, 22);

describe('what is wrong with a form', () => {
  it('names every required field of a new record that is empty', () => {
    const errors = formErrors(member, startValues(member), null, now);
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

  it('judges an update by the changed fields alone', () => {
    const base = valuesOf(member, { first_name: 'Sari', email: 'not an address', phone_no: '1' });
    expect(formErrors(member, { ...base, first_name: 'Dewi' }, base, now)).toEqual({});
    expect(formErrors(member, { ...base, first_name: ' ' }, base, now)).toEqual({ first_name: 'required' });
    expect(formErrors(member, { ...base, email: 'still none' }, base, now)).toEqual({ email: 'email' });
  });

  it('demands a password of a new user, and of an old one only what is typed', () => {
    expect(formErrors(users, startValues(users), null, now)).toHaveProperty('password', 'required');
    const base = valuesOf(users, { name: 'Sari', username: 'sari' });
    expect(formErrors(users, base, base, now)).toEqual({});
    expect(formErrors(users, { ...base, password: 'short' }, base, now)).toEqual({ password: 'min_length:12' });
  });

  it('knows text that is no JSON and files that are too large, and counts a chosen file as filled in', () => {
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
    const large = new File([new Uint8Array(FILE_MAX + 1)], 'a.png');
    expect(formErrors(d, { name: null, extra: null, file_url: large }, null, now)).toEqual({ file_url: 'too_large' });
  });
});
