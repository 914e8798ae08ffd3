import { schemaForCreate, fieldErrors } from '@innkeeper/contract/schemas';
import { getResource } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { worldCountries } from './countries.ts';

const countries = worldCountries();
const countryByCode = new Map(countries.map((c) => [c.cca2, c]));

describe('the countries of the world', () => {
  it('include all 249 of ISO 3166-1', () => {
    expect(countries).toHaveLength(249);
    expect(countryByCode.has('XK')).toBe(false);
    expect(countryByCode.has('AN')).toBe(false);
  });

  it.each(['name', 'cca2', 'cca3', 'ccn3'] as const)('share no %s', (field) => {
    expect(new Set(countries.map((c) => c[field])).size).toBe(countries.length);
  });

  it('pass the validation of a country that staff enter', () => {
    const schema = schemaForCreate(getResource('country'));
    for (const country of countries) {
      const parsed = schema.safeParse({ ...country, region_id: 1 });
      expect(parsed.success ? {} : fieldErrors(parsed.error), country.name).toEqual({});
    }
  });

  it('have codes in the standard’s format', () => {
    for (const { cca2, cca3, ccn3 } of countries) {
      expect(`${cca2} ${cca3} ${ccn3}`).toMatch(/^[A-Z]{2} [A-Z]{3} \d{3}$/);
    }
  });

  it('have a currency known to the runtime, with its decimals', () => {
    const known = new Set(Intl.supportedValuesOf('currency'));
    for (const { name, currency } of countries) expect(known.has(currency), `${name}: ${currency}`).toBe(true);
    expect(countryByCode.get('ID')?.decimals).toBe(0);
    expect(countryByCode.get('SG')?.decimals).toBe(2);
    expect(countryByCode.get('KW')?.decimals).toBe(3);
  });

  it('have valid coordinates in the correct hemisphere', () => {
    for (const { name, latitude, longitude } of countries) {
      expect(`${latitude} ${longitude}`, name).toMatch(/^-?\d{1,2}(\.\d+)? -?\d{1,3}(\.\d+)?$/);
    }
    expect(Number(countryByCode.get('AU')?.latitude)).toBeLessThan(0);
    expect(Number(countryByCode.get('US')?.longitude)).toBeLessThan(0);
    expect(Number(countryByCode.get('JP')?.longitude)).toBeGreaterThan(0);
  });

  it('have the time zone of most of their people', () => {
    const zones = ['ID', 'US', 'BR', 'AU', 'RU', 'CN', 'AO', 'MY', 'VN'].map(
      (code) => countryByCode.get(code)?.time_zone,
    );
    expect(zones).toEqual([
      'Asia/Jakarta',
      'America/New_York',
      'America/Sao_Paulo',
      'Australia/Sydney',
      'Europe/Moscow',
      'Asia/Shanghai',
      'Africa/Luanda',
      'Asia/Kuala_Lumpur',
      'Asia/Ho_Chi_Minh',
    ]);
  });

  it('have corrected currencies where the data packages are wrong', () => {
    const currencies = ['CI', 'SZ', 'VE', 'RE', 'IR', 'BG', 'FM', 'HR'].map(
      (code) => countryByCode.get(code)?.currency,
    );
    expect(currencies).toEqual(['XOF', 'SZL', 'VES', 'EUR', 'IRR', 'EUR', 'USD', 'EUR']);
  });

  it('have no dollar rate, because none has been set yet', () => {
    for (const country of countries) expect(country).not.toHaveProperty('usd_rate');
  });
});
