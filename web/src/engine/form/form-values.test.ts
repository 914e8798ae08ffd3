import { file, defineResource, getResource, json, money, text } from '@innkeeper/contract';
import { schemaForCreate } from '@innkeeper/contract/schemas';
import { describe, expect, it } from 'vitest';
import { toBody, initialValues, toFormValues } from './form-values.ts';
import { localInstant } from '../../format/date.ts';

const country = getResource('country');
const member = getResource('member');

describe('values of a form', () => {
  it('are read from the record, with numbers as decimal strings', () => {
    const values = toFormValues(country, {
      decimals: 2,
      usd_rate: '15950.250000',
      latitude: '-6.200000000000000',
      region_id: 4,
      capital: null,
    });
    expect(values).toMatchObject({
      decimals: '2',
      usd_rate: '15950.250000',
      latitude: '-6.200000000000000',
      region_id: 4,
      capital: null,
    });
  });

  it("preserve every digit of the API's values", () => {
    expect(toFormValues(country, { longitude: '106.123456789012345' }).longitude).toBe('106.123456789012345');
    expect(toBody(country, { longitude: '106.123456789012345' }, ['longitude']).longitude).toBe('106.123456789012345');
  });

  it('show whole amounts without decimals', () => {
    expect(toFormValues(getResource('membership'), { price: '1500000.000' }).price).toBe('1500000');
  });

  it('convert instants to local time', () => {
    const utc = '2026-03-01 17:30:00';
    expect(toFormValues(member, { email_verified_at: utc }).email_verified_at).toBe(
      localInstant(new Date('2026-03-01T17:30:00Z')),
    );
  });

  it('never contain a secret of the record', () => {
    expect(toFormValues(member, { password: 'hash' }).password).toBeNull();
  });

  it('start with the defaults of the definition and the caller', () => {
    const values = initialValues(member, { membership_id: 3 });
    expect(values).toMatchObject({ membership_id: 3, is_active: 1, birthday_notification: 1, hotel_id: null });
  });

  it('start with the hotel of a single-hotel user if it is required', () => {
    expect(initialValues(member, {}, 9)).toMatchObject({ hotel_id: 9, register_hotel_id: null });
    expect(initialValues(member, { hotel_id: 2 }, 9).hotel_id).toBe(2);
  });
});

describe('request body of a form', () => {
  it('passes the schema of the resource', () => {
    const body = toBody(member, {
      ...initialValues(member),
      membership_id: 1,
      first_name: 'Sari',
      type_gender_id: 2,
      origin_country_id: 3,
      hotel_id: 4,
      email: 'sari@example.com',
      phone_no: '+62 812 3456 7890',
      birth_date: '1990-02-28',
      comp_visits_period: '2',
    });
    expect(body).toMatchObject({ birth_date: '1990-02-28', comp_visits_period: 2, last_name: null });
    expect(schemaForCreate(member).safeParse(body).success).toBe(true);
  });

  it('contains null for an empty select or text', () => {
    expect(toBody(member, { last_name: '', type_identity_id: null }, ['last_name', 'type_identity_id'])).toEqual({
      last_name: null,
      type_identity_id: null,
    });
  });

  it('contains only the requested fields, and no unchanged secret', () => {
    expect(toBody(member, { first_name: 'A', last_name: 'B', password: null }, ['last_name', 'password'])).toEqual({
      last_name: 'B',
    });
  });

  it('omits an unchanged stored file', () => {
    const d = defineResource({
      key: 'card',
      label: { en: 'Card', id: 'Kartu' },
      labels: { en: 'Cards', id: 'Kartu' },
      permission: 'CARD',
      path: '/card',
      icon: 'x',
      display: { name: ['name'] },
      list: ['name'],
      fields: {
        name: text('Name', 'Nama'),
        file_url: file('File', 'Berkas', { accept: ['image/png'] }),
        extra: json('Extra', 'Tambahan'),
        price: money('Price', 'Harga'),
      },
    });
    const selectedFile = new File(['x'], 'a.png');
    expect(toBody(d, { file_url: '/storage/1.png', extra: '{"a":1}', price: '12.5' })).toEqual({
      name: null,
      extra: '{"a":1}',
      price: '12.5',
    });
    expect(toBody(d, { file_url: selectedFile })).toMatchObject({ file_url: selectedFile });
  });
});
