import { getResource } from '@innkeeper/contract';
import type { Dashboard } from '@innkeeper/contract/calls';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { call, queryString } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** A sale of October that is cancelled in November, after October was closed. */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { get, post, remove } = createProgramme(api, admin, inputs, fixtures.h1);
const setClock = (moment: string) => api.setClock(new Date(moment));
const REASON = 'Sold twice';

async function request<T>(path: string): Promise<T> {
  const reply = await call<T>(app, admin.token, 'GET', `/api/${path}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}
const runSalesReport = (month: string, last: string) =>
  request<{ totals: Record<string, string>; meta: { total: number } }>(
    `report/run/sales-report?${queryString({
      'filter[transaction.transaction_date][date_between]': `${month}-01,${last}`,
      'filter[hotel.code][exact]': String(codeOfHotel),
    })}`,
  );
const codeOfHotel = (await get('hotel', fixtures.h1)).code;
/** The values of the dashboard and the report for sales in October. */
async function readOctoberTotals() {
  const { data } = await request<{ data: Dashboard }>('dashboard?from=2025-10&to=2025-10');
  const { totals, meta } = await runSalesReport('2025-10', '2025-10-31');
  const { sales } = data;
  return { byMembership: sales.by_membership, byHotel: sales.by_hotel, totals, rows: meta.total };
}
const closeOctober = async () => {
  const reply = await post('month_close', { country_id: fixtures.country, month: '2025-10', remark: 'Looked at' });
  expect(reply.status, reply.text).toBe(201);
};
const readFrozenRows = async () =>
  (await sql`select * from month_close_row r order by to_jsonb(r)`.execute(db.kysely)).rows;
const reverseSale = (id: number) => post(`transaction/${id}/reversal`, { reason: REASON });

describe('cancelling a sale of a closed October', () => {
  test('changes no October value, and reverts tier, dates and card', async () => {
    setClock('2025-10-10T04:00:00Z');
    const joined = await inputs.create(getResource('member'), { hotel_id: fixtures.h1, membership_id: fixtures.gold });
    const order = { member_id: joined.id, membership_id: fixtures.platinum, member: undefined };
    const { transaction, member_card } = (await fixtures.sell(order)).body.data;
    expect(await get('member', joined.id)).toMatchObject({
      membership_id: fixtures.platinum,
      member_date: member_card.start_date,
    });
    setClock('2025-11-25T04:00:00Z');
    await closeOctober();
    const before = { octoberTotals: await readOctoberTotals(), closed: await readFrozenRows() };
    expect(before.octoberTotals.rows).toBe(1);

    expectError(await remove('transaction', transaction.id), 409, 'month_closed');
    for (const body of [
      { ids: [transaction.id], reason: REASON },
      { filter: { 'filter[id][eq]': String(transaction.id) }, reason: REASON },
    ])
      expectError(await post('transaction/destroyBulk', body), 409, 'month_closed');
    expect({ octoberTotals: await readOctoberTotals(), closed: await readFrozenRows() }).toEqual(before);

    const reply = await reverseSale(transaction.id);
    expect(reply.status, reply.text).toBe(201);
    expect({ octoberTotals: await readOctoberTotals(), closed: await readFrozenRows() }).toEqual(before);
    const november = await runSalesReport('2025-11', '2025-11-30');
    expect(november.totals['transaction.grand_total']).toBe('-3000000.000');
    expect(await get('member', joined.id)).toMatchObject({
      membership_id: fixtures.gold,
      member_date: null,
      renew_date: null,
      valid_until_date: null,
      standing: 'none',
    });
    expect(await checkIntegrity(db)).toEqual([]);
  });
});

describe('the first sale, once renewed', () => {
  test('cannot be cancelled or reversed anywhere before its renewal; then the dates are restored', async () => {
    setClock('2024-10-10T04:00:00Z');
    const first = (await fixtures.sell()).body.data;
    const member_id = first.member.id;
    setClock('2025-09-20T04:00:00Z');
    const renewedSale = (await fixtures.sell({ type: 2, member_id, member: undefined })).body.data;
    const { id } = first.transaction;
    const standing = await get('member', member_id);
    const entryPoints = {
      DELETE: () => remove('transaction', id),
      _method: () => post(`transaction/${id}`, { _method: 'DELETE', reason: REASON }),
      'in bulk': () => post('transaction/destroyBulk', { ids: [id], reason: REASON }),
      'by filter': () => post('transaction/destroyBulk', { filter: { 'filter[id][eq]': String(id) }, reason: REASON }),
    };
    for (const [entryPoint, attempts] of Object.entries(entryPoints)) {
      const { message } = expectError(await attempts(), 409, 'conflict');
      expect(message, entryPoint).toContain(String(renewedSale.transaction.transaction_no));
    }
    expect(
      (await post('month_close', { country_id: fixtures.country, month: '2024-10', remark: 'Old books' })).status,
    ).toBe(201);
    expect(expectError(await reverseSale(id), 409, 'conflict').message).toContain(
      String(renewedSale.transaction.transaction_no),
    );
    expect(await get('member', member_id)).toEqual(standing);

    expect((await remove('transaction', renewedSale.transaction.id)).status).toBe(200);
    expect(await get('member', member_id)).toMatchObject({
      member_date: first.member_card.start_date,
      valid_until_date: first.member_card.end_date,
      renew_date: null,
    });
    expect((await reverseSale(id)).status).toBe(201);
    expect(await get('member', member_id)).toMatchObject({ member_date: null, valid_until_date: null });
    expect(await checkIntegrity(db)).toEqual([]);
  });
});
