import { type ResourceDefinition, getColumn } from '@innkeeper/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createInputs } from '../../testing/inputs.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { allResources, selectResources } from '../../testing/resources.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createCountry, createHotel, createBaseRecords } from '../../testing/base-records.ts';
import { queryString } from '../../testing/call.ts';
import { getListColumns } from '../resources/scoped-source.ts';
import { csvRows, download, xlsxRows } from './table-helpers.ts';

/** Amounts of hotels in Indonesia and Singapore in one file. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { card, post, voucher } = createProgramme(api, admin, inputs, fixtures.h1);
const singapore = await createCountry(db, fixtures.r1, 'Asia/Singapore');
await sql`update country set currency = 'SGD', usd_rate = 1.35 where id = ${singapore}`.execute(db.kysely);
const otherHotel = await createHotel(db, singapore);

const downloadList = (key: string, parameters: Record<string, string>) =>
  download(app, admin.token, `/api/${key}/export?${queryString(parameters)}`);

/** The amount columns that a list may show, each with the column of its currency. */
const amountColumnsOf = (d: ResourceDefinition): readonly (readonly [string, string])[] =>
  [...getListColumns(d)].flatMap((name) => {
    const { definition } = getColumn(d, name);
    if (definition.kind !== 'money') return [];
    const currency = `${name.slice(0, name.lastIndexOf('.') + 1)}${definition.currency ?? 'currency'}`;
    return getListColumns(d).has(currency) ? [[name, currency] as const] : [];
  });
const RESOURCES_WITH_AMOUNTS = selectResources((d) => amountColumnsOf(d).length > 0);

test.each(RESOURCES_WITH_AMOUNTS)(
  'a file of %s has a currency column after its amounts, whatever the columns',
  async (key, d) => {
    for (const [amount, currency] of amountColumnsOf(d)) {
      const [headings = []] = csvRows(await downloadList(key, { format: 'csv', columns: amount }));
      expect(headings, amount).toHaveLength(2);
      const [selectedHeadings = []] = csvRows(
        await downloadList(key, { format: 'csv', columns: `${currency},${amount}` }),
      );
      expect(selectedHeadings, amount).toEqual(headings.toReversed());
    }
    const [defaultHeadings = []] = csvRows(await downloadList(key, { format: 'csv' }));
    expect(new Set(defaultHeadings).size).toBe(defaultHeadings.length);
  },
);

test('an export has amounts of two countries with rupiah and Singapore dollars, in CSV and XLSX', async () => {
  const { member } = (await fixtures.sell()).body.data;
  const bill = { member_id: member.id, staff_name: 'Ayu', total_fb: '100' };
  for (const hotel_id of [fixtures.h1, otherHotel])
    expect((await post('visit', { ...bill, hotel_id, reference_no: `C${hotel_id}` })).status).toBe(201);
  const parameters = { columns: 'hotel.id,grand_total', 'filter[member_id][includes]': String(member.id), sort: 'id' };
  const expected = [
    [String(fixtures.h1), '100.000', 'IDR'],
    [String(otherHotel), '100.000', 'SGD'],
  ];
  const csv = csvRows(await downloadList('visit', { ...parameters, format: 'csv' }));
  expect(csv.slice(1)).toEqual(expected);
  expect(csv[0]?.at(-1)).toBe('Currency');
  const workbook = await xlsxRows(await downloadList('visit', { ...parameters, format: 'xlsx' }));
  expect(workbook.slice(1).map((row) => row.at(-1))).toEqual(['IDR', 'SGD']);
});

test('a member voucher has its own currency in a file, and its definition that of its membership', async () => {
  const memberCard = await card({ hotel_id: otherHotel });
  const memberVoucher = await voucher({ member_card_id: memberCard.id });
  await sql`
    update membership set currency_country_id = (select country_id from hotel where id = ${fixtures.h1})
    where id = (select membership_id from voucher where id = ${memberVoucher['voucher_id']})`.execute(db.kysely);
  const parameters = { columns: 'nominal,voucher.nominal', 'filter[id][eq]': String(memberVoucher.id) };
  const [headings, cells] = csvRows(await downloadList('member_voucher', { ...parameters, format: 'csv' }));
  expect(headings?.slice(2)).toEqual(['Currency', 'Currency of nominal today']);
  expect(cells?.slice(2)).toEqual(['SGD', 'IDR']);
});

test('every list with amounts of hotels has a column for their currency', () => {
  const resourcesWithoutCurrency = allResources.flatMap(([key, d]) => {
    const amounts = Object.entries(d.fields).filter(([, { kind }]) => kind === 'money');
    return amounts.length > amountColumnsOf(d).filter(([name]) => !name.includes('.')).length ? [key] : [];
  });
  expect(resourcesWithoutCurrency).toEqual([]);
});
