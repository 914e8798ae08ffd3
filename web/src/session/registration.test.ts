import { expect, it } from 'vitest';
import { type Registration, validateRegistration } from './registration.ts';

const validRequest: Registration = {
  name: 'Sari Dewi',
  username: 'sari.dewi',
  email: 'sari@example.test',
  phone_no: '',
  password: 'kunci kamar 506',
  password_confirmation: 'kunci kamar 506',
};

it('a complete request is accepted, with or without a phone', () => {
  expect(validateRegistration(validRequest)).toEqual({});
  expect(validateRegistration({ ...validRequest, phone_no: '+62 811 1234 5678' })).toEqual({});
});

it.each([
  [{ name: '   ' }, { name: ['required'] }],
  [{ username: '' }, { username: ['required'] }],
  [{ email: 'sari' }, { email: ['email'] }],
  [{ email: 'sari@example' }, { email: ['email'] }],
  [{ password: 'elevenchars', password_confirmation: 'elevenchars' }, { password: ['min_length:12'] }],
  [{ password_confirmation: 'kunci kamar 507' }, { password_confirmation: ['confirmation'] }],
  [
    { password: '', password_confirmation: '' },
    { password: ['required'], password_confirmation: ['required'] },
  ],
])('rejects $0 with $1', (change, errors) => {
  expect(validateRegistration({ ...validRequest, ...change })).toEqual(errors);
});

it('visible characters are counted, so that a password of twelve emoji is long enough', () => {
  const password = '🔑'.repeat(12);
  expect(validateRegistration({ ...validRequest, password, password_confirmation: password })).toEqual({});
});
