import type { Dashboard, MemberOverview } from '@innkeeper/contract/calls';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { REASON, call, queryString } from '../../testing/call.ts';
import { createClosings } from '../../testing/closings.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** A sale and a free membership of March are reversed in May. Neither counts twice, and March does not change. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const read = async <Body>(path: string, query: Record<string, string> = {}): Promise<Body> => {
  const reply = await call<Body>(app, admin.token, 'GET', `/api/${path}?${queryString(query)}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const MARCH = '2025-03';
const MAY = '2025-05';

const monthOf = async (month: string) => {
  const columns = ['overview.new_members', 'overview.free_members', 'overview.renewals', 'overview.sales_usd'];
  const { totals } = await read<{ totals: Record<string, unknown> }>('report/run/overview-report', {
    columns: columns.join(','),
    'filter[overview.month][date_between]': `${month},${month}`,
  });
  const { data } = await read<{ data: Dashboard }>('dashboard', { from: month, to: month });
  const listReply = await read<{ meta: { total: number } }>('transaction', {
    'filter[transaction_date][date_between]': `${month},${month}`,
  });
  const cells = data.sales.by_hotel;
  return {
    shown: columns.map((column) => Number(totals[column])),
    number: cells.reduce((sum, { number }) => sum + number, 0),
    local: cells.flatMap(({ amounts = [] }) => amounts).reduce((sum, { amount }) => sum + Number(amount), 0),
    listed: listReply.meta.total,
  };
};
const setClock = (moment: string) => {
  api.setClock(new Date(moment));
};

let march: Awaited<ReturnType<typeof monthOf>>;
const reversedRecords: { sale?: { transaction_no?: unknown }; member?: number } = {};

beforeAll(async () => {
  setClock('2025-03-20T04:00:00Z');
  const sale = (await fixtures.sell()).body.data;
  const freeMembership = await fixtures.giveMembership();
  expect(freeMembership.status, freeMembership.text).toBe(201);
  march = await monthOf(MARCH);
  setClock('2025-05-20T04:00:00Z');
  const monthClose = await createClosings(api, admin, fixtures.country).close(MARCH);
  expect(monthClose.status, monthClose.text).toBe(201);
  for (const { id } of [sale.transaction, freeMembership.body.data.transaction]) {
    const reply = await call(app, admin.token, 'POST', `/api/transaction/${id}/reversal`, REASON);
    expect(reply.status, reply.text).toBe(201);
  }
  Object.assign(reversedRecords, { sale: sale.transaction, member: sale.member.id });
});

test('the overview subtracts reversals in their own month and does not change the closed month', async () => {
  const usd = march.shown[3] ?? 0;
  expect(march.shown).toEqual([1, 1, 0, usd]);
  expect(usd).toBeGreaterThan(0);
  expect((await monthOf(MARCH)).shown).toEqual(march.shown);
  expect((await monthOf(MAY)).shown).toEqual([-1, -1, 0, -usd]);
});

test('the dashboard counts the records of its list, and the amounts of both months add up to zero', async () => {
  expect(await monthOf(MARCH)).toMatchObject({ number: 2, listed: 2, local: 1_500_000 });
  expect(await monthOf(MAY)).toMatchObject({ number: 2, listed: 2, local: -1_500_000 });
});

test('the rollups match the records, even after the hotel’s months are recounted', async () => {
  expect(await checkIntegrity(db)).toEqual([]);
  await sql`select rebuild_rollup_months(array[${fixtures.h1}::bigint])`.execute(db.kysely);
  expect(await checkIntegrity(db)).toEqual([]);
});

test('the timeline shows the reversal of the sale and its reason', async () => {
  const { data } = await read<{ data: MemberOverview }>(`member/${reversedRecords.member}/overview`);
  const sales = data.timeline.filter(({ resource }) => resource === 'transaction');
  expect(sales.map(({ kind, amount }) => [kind, Number(amount)])).toEqual([
    ['reversed', -1_500_000],
    ['sold', 1_500_000],
  ]);
  expect(sales[0]).toMatchObject({ number: reversedRecords.sale?.transaction_no, note: REASON.body.reason });
});

test('a reversed gift does not count towards the hotel’s monthly limit of gifts', async () => {
  await sql`update option_detail set value = '1' where code = 'per-month'`.execute(db.kysely);
  expect((await fixtures.giveMembership()).status).toBe(201);
  expect((await fixtures.giveMembership()).status).toBe(409);
});

test('the reversal of a sale goes back to its guest when a merge is undone', async () => {
  setClock('2025-04-21T04:00:00Z');
  const [{ transaction, member: guest }, { member: retained }] = [
    (await fixtures.sell()).body.data,
    (await fixtures.sell()).body.data,
  ];
  setClock('2025-05-22T04:00:00Z');
  expect((await createClosings(api, admin, fixtures.country).close('2025-04')).status).toBe(201);
  const post = (path: string, body = {}) =>
    call<{ data: { id: number } }>(app, admin.token, 'POST', `/api/${path}`, { body });
  const mergeReply = await post(`member/${retained.id}/merge`, { member_id: guest.id, fields: {} });
  const reversal = await post(`transaction/${transaction.id}/reversal`, { reason: 'Sold twice' });
  expect(reversal.status, reversal.text).toBe(201);
  const undoReply = await post(`member/${retained.id}/merge/${mergeReply.body.data.id}/undo`);
  expect(undoReply.status, undoReply.text).toBe(200);
  expect(await read(`transaction/${reversal.body.data.id}`)).toMatchObject({ data: { member_id: guest.id } });
  expect(await checkIntegrity(db)).toEqual([]);
});
