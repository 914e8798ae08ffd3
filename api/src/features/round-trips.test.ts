// Core test: the statements of frequent writes.
import { getResource } from '@innkeeper/contract';
import { recordStatements } from '@innkeeper/db/testing';
import { expect, test } from 'vitest';
import { call } from '../testing/call.ts';
import { createFixtures } from '../testing/fixtures.ts';
import { createInputs } from '../testing/inputs.ts';
import { startTestApp } from '../testing/test-app.ts';
import { createSystem } from '../testing/system.ts';
import { createUser } from '../testing/user.ts';
import { createBaseRecords } from '../testing/base-records.ts';

/**
 * Each round trip costs the server and PostgreSQL about as much as a small statement. One more in a frequent write is a
 * decision, so these tests name their numbers.
 */

const api = await startTestApp({ connections: 1, isMailQueued: true });
const { app, db, clock } = api;
const record = recordStatements(db);
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { request } = await createSystem(api, fixtures.h1);

type Work = () => Promise<{ readonly status: number; readonly text: string }>;

/** Each write is made once before it is counted: the first one of a server loads the user and prepares statements. */
const writes: Readonly<Record<string, () => Promise<readonly [Work, Work]>>> = {
  'a redemption': async () => {
    const { member_vouchers } = (await fixtures.sell()).body.data;
    const redeem = (n: number) => () =>
      call(app, admin.token, 'POST', '/api/voucher_redeem', {
        body: {
          member_voucher_id: member_vouchers[n]?.id,
          redeem_hotel_id: fixtures.h1,
          redeem_date: clock().toISOString(),
          booking_no: 'B',
          staff_name: 'Ayu',
        },
      });
    return [redeem(0), redeem(1)];
  },
  'a redemption by a system': async () => {
    const { member_vouchers } = (await fixtures.sell()).body.data;
    const redeem = (n: number) => () =>
      request('POST', 'redemptions', {
        member_voucher_id: member_vouchers[n]?.id,
        booking_no: 'B',
        staff_name: 'Till 3',
      });
    return [redeem(0), redeem(1)];
  },
  'a visit': async () => {
    const { member } = (await fixtures.sell()).body.data;
    const post = (reference_no: string) => () =>
      call(app, admin.token, 'POST', '/api/visit', {
        body: {
          hotel_id: fixtures.h1,
          member_id: member.id,
          reference_no,
          staff_name: 'Ayu',
          total_fb: '120000',
        },
      });
    return [post('V-1'), post('V-2')];
  },
  'a visit posted by a system': async () => {
    const { member_card } = (await fixtures.sell()).body.data;
    const post = (reference_no: string) => () =>
      request('POST', 'visits', {
        card_no: member_card['sbec_no'],
        reference_no,
        staff_name: 'Till 3',
        total_fb: '120000',
      });
    return [post('V-3'), post('V-4')];
  },
  'a sale to a new member': async () => {
    const bodies = [await fixtures.createSaleInput(), await fixtures.createSaleInput()];
    const sell = (n: number) => () =>
      call(app, admin.token, 'POST', '/api/transaction/wizard', { body: bodies[n] ?? {} });
    return [sell(0), sell(1)];
  },
  'a new member': async () => {
    const createInput = async () =>
      inputs.createRequired(getResource('member'), { ...(await fixtures.createGuestInput()), hotel_id: fixtures.h1 });
    const bodies = [await createInput(), await createInput()];
    const create = (n: number) => () => call(app, admin.token, 'POST', '/api/member', { body: bodies[n] ?? {} });
    return [create(0), create(1)];
  },
  'an edit of a member': async () => {
    const { member } = (await fixtures.sell()).body.data;
    const edit = (remark: string) => () =>
      call(app, admin.token, 'POST', `/api/member/${member.id}`, { body: { remark } });
    return [edit('A quiet room'), edit('A room with a view')];
  },
};

test.each([
  ['a redemption', 6, 9],
  ['a redemption by a system', 7, 10],
  ['a visit', 7, 9],
  ['a visit posted by a system', 11, 15],
  ['a sale to a new member', 12, 16],
  ['a new member', 6, 7],
  ['an edit of a member', 5, 6],
] as const)('%s takes $1 round trips for $2 statements', async (name, roundTrips, count) => {
  const [prepare, write] = (await writes[name]?.()) ?? [];
  if (!prepare || !write) throw new Error(`${name} is unknown`);
  const prepared = await prepare();
  expect(prepared.status, prepared.text).toBeLessThan(300);
  const { result, ...sent } = await record(write);
  expect(result.status, result.text).toBeLessThan(300);
  const listed = sent.statements.map((statement) => statement.replaceAll(/\s+/g, ' ').trim().slice(0, 160)).join('\n');
  expect(sent.statements.length, listed).toBe(count);
  expect(sent.roundTrips, listed).toBe(roundTrips);
});
