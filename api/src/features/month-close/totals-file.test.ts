import { addHotels } from '@innkeeper/contract';
import type { ClosingTotals, TotalsComparison } from '@innkeeper/contract/calls';
import { expect, test } from 'vitest';
import { csvRows, download, xlsxRows } from '../../engine/import-export/table-helpers.ts';
import { call, queryString } from '../../testing/call.ts';
import { createClosings } from '../../testing/closings.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** The totals of a month as a file, as the console shows them. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { close, compare } = createClosings(api, admin, fixtures.country);
const MONTH = '2025-04';
api.setClock(new Date('2025-04-28T04:00:00Z'));
for (const hotel_id of [fixtures.h1, fixtures.h2]) {
  const reply = await fixtures.sell({ hotel_id });
  expect(reply.status, reply.text).toBe(201);
}
api.setClock(new Date('2025-05-20T04:00:00Z'));

const toPath = (format: string, month = MONTH) =>
  `/api/month_close/check/export?${queryString({ country_id: fixtures.country, month, format })}`;
const downloadTotals = (user: TestUser, format: string, language = 'en') =>
  download(app, user.token, toPath(format), { 'accept-language': language });
const valuesOf = ({
  number,
  amount,
  amount_usd,
  without_rate,
}: Omit<ClosingTotals, 'hotel'> | TotalsComparison['closed']) =>
  [number, amount, amount_usd ?? '', without_rate].map(String);
const HEADINGS = ['Country', 'Hotel code', 'Hotel', 'Item', 'Currency'];

const regionalUser = await createUser(db, { level: 'region', assignments: [{ region_id: fixtures.r1 }] });

test.each([
  ['an administrator', admin],
  ['a regional manager', regionalUser],
])('has the totals of each hotel and of all hotels for %s, in CSV and in a workbook', async (_, user) => {
  const path = `/api/month_close/check?${queryString({ country_id: fixtures.country, month: MONTH })}`;
  const reply = await call<{ data: { country: { name: string }; amounts: ClosingTotals[] } }>(
    app,
    user.token,
    'GET',
    path,
  );
  const { country, amounts } = reply.body.data;
  expect(amounts).toHaveLength(2);
  const expectedRows = [
    ...amounts.map((total) => [
      country.name,
      total.hotel.code,
      total.hotel.name,
      'New memberships',
      total.currency,
      ...valuesOf(total),
    ]),
    ...addHotels(amounts).map((total) => [
      country.name,
      '',
      'All hotels',
      'New memberships',
      total.currency,
      ...valuesOf(total),
    ]),
  ];
  expect(expectedRows).toHaveLength(3);
  const [headings, ...rows] = csvRows(await downloadTotals(user, 'csv'));
  expect(headings).toEqual([...HEADINGS, 'Count', 'Amount', 'USD', 'Without a rate']);
  expect(rows).toEqual(expectedRows);
  const [titles, ...cells] = await xlsxRows(await downloadTotals(user, 'xlsx', 'id'));
  expect(titles?.slice(0, 4)).toEqual(['Negara', 'Kode hotel', 'Hotel', 'Item']);
  expect(cells.map(([, , hotel, item]) => [hotel, item])).toEqual(
    expectedRows.map(([, , hotel]) => [hotel === 'All hotels' ? 'Semua hotel' : hotel, 'Keanggotaan baru']),
  );
  expect(cells.map((row) => Number(row[6]))).toEqual(expectedRows.map((row) => Number(row[6])));
});

test('requires a country all of whose hotels are visible, and the right to see closed months', async () => {
  const clerk = await createUser(db, {
    level: 'property',
    assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
  });
  expectInvalid(await call(app, clerk.token, 'GET', toPath('csv')), 'country_id');
  const viewer = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER'] });
  expect((await call(app, viewer.token, 'GET', toPath('csv'))).status).toBe(403);
  expectInvalid(await call(app, admin.token, 'GET', toPath('csv', 'April')), 'month');
  expectInvalid(await call(app, admin.token, 'GET', toPath('pdf')), 'format');
});

test('has the totals of a closed month at close and now', async () => {
  const closing = await close(MONTH);
  expect(closing.status, closing.text).toBe(201);
  const amounts = (await compare(MONTH)).amounts as unknown as readonly TotalsComparison[];
  const [headings, ...rows] = csvRows(await downloadTotals(admin, 'csv'));
  expect(headings?.slice(5)).toEqual(
    ['At close', 'Now', 'Difference'].flatMap((side) =>
      ['Count', 'Amount', 'USD', 'Without a rate'].map((value) => `${side}: ${value}`),
    ),
  );
  expect(rows.map((row) => row.slice(5))).toEqual(
    amounts.map(({ closed, today, difference }) => [closed, today, difference].flatMap(valuesOf)),
  );
  expect(rows).toHaveLength(2);
});
