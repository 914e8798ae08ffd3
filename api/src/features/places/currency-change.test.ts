import { csvFile } from '../../engine/import-export/table-helpers.ts';
import { startImportTest } from '../../engine/import-export/import-helpers.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { parseWritten } from '../../testing/responses.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { createCountry, createHotel } from '../../testing/base-records.ts';
import type { Input } from '../../testing/inputs.ts';
import { describe, expect, test } from 'vitest';

const { api, db, admin, inputs, baseRecords, importFile } = await startImportTest();
const fixtures = await createFixtures(api, admin, inputs);
const { visit, get, post } = createProgramme(api, admin, inputs, baseRecords.hotel);
const updateCountry = (country: number, set: Input) => post(`country/${country}`, set);
const updateInBulk = (country: number, set: Input) => post('country/updateBulk', { ids: [country], set });

describe('the currency of a country', () => {
  test.each([
    ['a change', updateCountry, []],
    ['a bulk edit', updateInBulk, ['ids']],
  ] as const)('requires a new or an empty rate when it is changed with %s', async (_title, set, extraFields) => {
    const country = await createCountry(db, fixtures.r1);
    await updateCountry(country, { currency: 'IDR', usd_rate: '16000' });
    expectInvalid(await set(country, { currency: 'XTS' }), 'usd_rate', ...extraFields);
    expectInvalid(await set(country, { currency: 'XTS', usd_rate: '16000.000000' }), 'usd_rate', ...extraFields);
    expect(await get('country', country)).toMatchObject({ currency: 'IDR', usd_rate: '16000.000000' });
    expect((await set(country, { currency: 'XTS', usd_rate: '1.5' })).status).toBe(200);
    expect((await set(country, { currency: 'XXX', usd_rate: null })).status).toBe(200);
    expect((await set(country, { currency: 'XTS' })).status).toBe(200);
  });

  test('requires a new rate when it changes by an import', async () => {
    const country = await createCountry(db, fixtures.r1);
    await updateCountry(country, { currency: 'IDR', usd_rate: '16000' });
    const rows = [
      ['id', 'currency'],
      [String(country), 'XTS'],
    ];
    await importFile('country', csvFile(rows));
    expect(await get('country', country)).toMatchObject({ currency: 'IDR' });
  });
});

describe('the decimals of a currency', () => {
  test.each([
    ['a change', updateCountry, []],
    ['a bulk edit', updateInBulk, ['ids']],
  ] as const)('cannot be reduced by %s below those of recorded amounts', async (_title, set, extraFields) => {
    const country = await createCountry(db, fixtures.r1);
    const hotel_id = await createHotel(db, country);
    await updateCountry(country, { decimals: 2 });
    const bill = parseWritten(await visit({ hotel_id, total_fb: '1000.25', total_room: '0', total_others: '0' }));
    expectInvalid(await set(country, { decimals: 1 }), 'decimals', ...extraFields);
    expect((await set(country, { decimals: 3 })).status).toBe(200);
    expect((await set(country, { decimals: 2 })).status).toBe(200);
    expect((await post(`visit/${bill.id}`, { total_fb: '1000' })).status).toBe(200);
    expect((await set(country, { decimals: 0 })).status).toBe(200);
  });

  test.each(['visit_limit', 'visit_minimum'])('limit the %s of the country', async (name) => {
    const country = await createCountry(db, fixtures.r1);
    await updateCountry(country, { decimals: 0 });
    expectInvalid(await updateCountry(country, { [name]: '1000.5' }), name);
    expectInvalid(await updateInBulk(country, { [name]: '1000.5' }), name, 'ids');
    expect((await updateCountry(country, { decimals: 1, [name]: '1000.5' })).status).toBe(200);
    expectInvalid(await updateCountry(country, { decimals: 0 }), name);
  });

  test('limit the prices of memberships in that currency', async () => {
    await updateCountry(await createCountry(db, fixtures.r1), { currency: 'XTS', decimals: 0, usd_rate: '100' });
    const membership_id = fixtures.gold;
    const postPrice = (set: Input) => post('membership_price', { membership_id, currency: 'XTS', ...set });
    expectInvalid(await postPrice({ price: '10.5', renewal_price: '10' }), 'price');
    expectInvalid(await postPrice({ price: '10', renewal_price: '10.5' }), 'renewal_price');
    const { id } = parseWritten(await postPrice({ price: '10', renewal_price: '10' }));
    expectInvalid(await post(`membership_price/${id}`, { price: '10.5' }), 'price');
    expectInvalid(await post('membership_price/updateBulk', { ids: [id], set: { price: '10.5' } }), 'price', 'ids');
  });
});

describe('the first rate of a country', () => {
  const createCountryWithBills = async (...amounts: readonly string[]) => {
    const country = await createCountry(db, fixtures.r1);
    const hotel_id = await createHotel(db, country);
    await updateCountry(country, { usd_rate: null });
    const bills = [];
    for (const total_fb of amounts)
      bills.push(
        parseWritten(await visit({ hotel_id, total_fb, total_room: '0', total_others: '0', remark: 'Large' })),
      );
    return { country, bills };
  };

  test('names the record whose value cannot be stored', async () => {
    const { country, bills } = await createCountryWithBills('900000000000', '1000');
    const reply = await updateCountry(country, { usd_rate: '0.3' });
    expectInvalid(reply, 'usd_rate');
    expect(reply.text).toContain(String(bills[0]?.visit_no));
    expect(await get('country', country)).toMatchObject({ usd_rate: null });
  });

  test('skips deleted records whose value cannot be stored', async () => {
    const { country, bills } = await createCountryWithBills('900000000000', '1000');
    expect((await post('visit/destroyBulk', { ids: [bills[0]?.id] })).status).toBe(200);
    expect((await updateCountry(country, { usd_rate: '0.25' })).status).toBe(200);
    expect(await get('visit', bills[1]?.id ?? 0)).toMatchObject({ grand_total_usd: '4000.00' });
    expect(await get('visit', bills[0]?.id ?? 0)).toMatchObject({ usd_rate: null });
  });

  test('limits later input, with the error at the field', async () => {
    const { country } = await createCountryWithBills();
    const hotel_id = await createHotel(db, country);
    await updateCountry(country, { usd_rate: '0.3' });
    expectInvalid(
      await visit({ hotel_id, total_fb: '900000000000', total_room: '0', total_others: '0', remark: 'Large' }),
      'total_fb',
    );
  });

  test('limits a transaction line, with the error at its price', async () => {
    const { country } = await createCountryWithBills();
    const hotel_id = await createHotel(db, country);
    await updateCountry(country, { usd_rate: '0.3' });
    const transaction_type_id = await fixtures.findOptionDetail('transaction-type', '99');
    const { id: transaction_id } = parseWritten(await post('transaction', { hotel_id, transaction_type_id }));
    expectInvalid(await post('transaction_detail', { transaction_id, unit_price: '900000000000' }), 'unit_price');
    expectInvalid(
      await post('transaction_detail', { transaction_id, quantity: 9, unit_price: '200000000000' }),
      'unit_price',
    );
  });
});
