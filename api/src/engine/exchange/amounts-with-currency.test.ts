import { type ResourceDefinition, getColumn } from '@innkeeper/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createInputs } from '../../testing/inputs.ts';
import { createHouse } from '../../testing/house.ts';
import { createProgramme } from '../../testing/programme.ts';
import { allResources, resourcesThat } from '../../testing/resources.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createCountry, createHotel, createWorld } from '../../testing/world.ts';
import { queryString } from '../../testing/call.ts';
import { shownColumns } from '../resources/sight.ts';
import { csvRows, download, xlsxRows } from './test-tables.ts';

/** Amounts of hotels in Indonesia and Singapore in one file. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
const { post } = createProgramme(api, admin, inputs, house.h1);
const singapore = await createCountry(db, house.r1, 'Asia/Singapore');
await sql`update country set currency = 'SGD', usd_rate = 1.35 where id = ${singapore}`.execute(db.kysely);
const there = await createHotel(db, singapore);

const take = (key: string, parameters: Record<string, string>) =>
  download(app, admin.token, `/api/${key}/export?${queryString(parameters)}`);

/** The columns of amounts that a list may show, each with the one that has its currency. */
const amountsOf = (d: ResourceDefinition): readonly (readonly [string, string])[] =>
  [...shownColumns(d)].flatMap((name) => {
    const { definition } = getColumn(d, name);
    if (definition.kind !== 'money') return [];
    const currency = `${name.slice(0, name.lastIndexOf('.') + 1)}${definition.currency ?? 'currency'}`;
    return shownColumns(d).has(currency) ? [[name, currency] as const] : [];
  });
const WITH_AMOUNTS = resourcesThat((d) => amountsOf(d).length > 0);

test.each(WITH_AMOUNTS)(
  'a file of %s has a currency behind its amounts, whichever columns are asked for',
  async (key, d) => {
    for (const [amount, currency] of amountsOf(d)) {
      const [headings = []] = csvRows(await take(key, { format: 'csv', columns: amount }));
      expect(headings, amount).toHaveLength(2);
      const [both = []] = csvRows(await take(key, { format: 'csv', columns: `${currency},${amount}` }));
      expect(both, amount).toEqual(headings.toReversed());
    }
    const [whole = []] = csvRows(await take(key, { format: 'csv' }));
    expect(new Set(whole).size).toBe(whole.length);
  },
);

test('amounts of two countries leave with rupiah and Singapore dollars beside them, in CSV and XLSX', async () => {
  const { member } = (await house.sell()).body.data;
  const bill = { member_id: member.id, staff_name: 'Ayu', total_fb: '100' };
  for (const hotel_id of [house.h1, there])
    expect((await post('visit', { ...bill, hotel_id, reference_no: `C${hotel_id}` })).status).toBe(201);
  const asked = { columns: 'hotel.id,grand_total', 'filter[member_id][includes]': String(member.id), sort: 'id' };
  const expected = [
    [String(house.h1), '100.000', 'IDR'],
    [String(there), '100.000', 'SGD'],
  ];
  const csv = csvRows(await take('visit', { ...asked, format: 'csv' }));
  expect(csv.slice(1)).toEqual(expected);
  expect(csv[0]?.at(-1)).toBe('Currency');
  const book = await xlsxRows(await take('visit', { ...asked, format: 'xlsx' }));
  expect(book.slice(1).map((row) => row.at(-1))).toEqual(['IDR', 'SGD']);
});

test('no list that shows amounts of hotels lacks a column for their currency', () => {
  const lacking = allResources.flatMap(([key, d]) => {
    const amounts = Object.entries(d.fields).filter(([, { kind }]) => kind === 'money');
    return amounts.length > amountsOf(d).filter(([name]) => !name.includes('.')).length ? [key] : [];
  });
  // The worth of a voucher is in its membership's currency, and in no hotel's.
  expect(lacking).toEqual(['voucher']);
});
