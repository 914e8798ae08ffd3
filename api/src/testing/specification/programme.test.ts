// Core test: the specification, sentence by sentence.
import { getResource } from '@innkeeper/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ResponseRecord, parseList, parseRecord } from '../responses.ts';
import { call } from '../call.ts';
import { expectError, expectInvalid } from '../expectations.ts';
import { createFixtures } from '../fixtures.ts';
import { type Input, createInputs } from '../inputs.ts';
import { createProgramme } from '../test-programme.ts';
import { startTestApp } from '../test-app.ts';
import { createUser } from '../user.ts';
import { allowThousandths, createBaseRecords } from '../base-records.ts';

/** Requirements that involve more than one part of the programme. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { post, remove } = createProgramme(api, admin, inputs, fixtures.h1);
/** Assigned to R1, restricted to H1. */
const clerk = await createUser(db, {
  level: 'property',
  assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
});

const read = async (path: string, token = admin.token): Promise<string> => {
  const reply = await call(app, token, 'GET', `/api/${path}`);
  expect(reply.status, `${path}: ${reply.text}`).toBe(200);
  return reply.text;
};
const listRows = async (path: string, token = admin.token): Promise<readonly ResponseRecord[]> => {
  const reply = await call(app, token, 'GET', `/api/${path}`);
  return parseList(getResource(path.split('?')[0] ?? ''), reply);
};
const postVisit = (overrides: Input) =>
  post('visit', { hotel_id: fixtures.h1, total_fb: '100', staff_name: 'Ayu', ...overrides });
interface DashboardMetrics {
  readonly members: { readonly number: number };
  readonly vouchers: { readonly number: number };
}
const readDashboard = async (query = '', token = admin.token): Promise<DashboardMetrics> =>
  (await call<{ data: DashboardMetrics }>(app, token, 'GET', `/api/dashboard${query}`)).body.data;
describe('a deleted member', () => {
  /**
   * Given a soft-deleted member, then he is absent from lists and figures, present in the trash with deleted_at and
   * deleted_by, and GET with deleted=1 returns him; his e-mail may be registered again or he may be restored.
   */
  test('19: a deleted member is only in the trash; the e-mail can be reused, or the member restored', async () => {
    const { member } = (await fixtures.sell()).body.data;
    const email = String(member.email);
    const find = `member?filter[email][exact]=${encodeURIComponent(email)}`;
    const before = (await readDashboard()).members.number;
    expect((await remove('member', member.id)).status).toBe(200);
    expect(await listRows(find)).toEqual([]);
    expect((await readDashboard()).members.number).toBe(before - 1);
    expect(await read(`search?q=${encodeURIComponent(email)}`)).toBe('{"data":{"members":[],"vouchers":[]}}');
    expect(await listRows(`${find}&deleted=1`)).toMatchObject([
      { id: member.id, deleted_at: expect.any(String), deleted_by: { id: admin.id } },
    ]);
    const secondSale = await fixtures.sell({ member: await fixtures.createGuestInput({ email }) });
    expect(secondSale.status, secondSale.text).toBe(201);
    expectError(await post(`member/${member.id}/restore`), 409, 'conflict');
    await remove('member', secondSale.body.data.member.id);
    expect((await post(`member/${member.id}/restore`)).status).toBe(200);
    expect(await listRows(find)).toMatchObject([{ id: member.id, deleted_at: null }]);
  });
});

describe('a visit', () => {
  beforeAll(() => allowThousandths(db));

  /**
   * Given total_fb 100.125, total_room 200.250, total_others 0.125, when posted, then grand_total is 300.500 whatever
   * grand_total the client sent.
   */
  test('20: the grand total is the sum of its parts, ignoring the total that the client sent', async () => {
    const { member } = (await fixtures.sell()).body.data;
    const totals = { total_fb: '100.125', total_room: '200.250', total_others: '0.125', grand_total: '9999.000' };
    const reply = await postVisit({ member_id: member.id, reference_no: 'TOTALS', ...totals });
    expect(parseRecord(getResource('visit'), reply)).toMatchObject({ grand_total: '300.500' });
  });

  /**
   * Given a visit with hotel H1 and reference ABC, when the same pair is posted again, then no second visit is counted.
   */
  test('21: a visit with the same hotel and reference is not counted again', async () => {
    const { member } = (await fixtures.sell()).body.data;
    expect((await postVisit({ member_id: member.id, reference_no: 'ABC', total_fb: '100000' })).status).toBe(201);
    expectInvalid(await postVisit({ member_id: member.id, reference_no: 'ABC' }), 'reference_no');
    expect(await read(`member/${member.id}/standing`)).toContain('"counted":1');
    expect((await postVisit({ member_id: member.id, reference_no: 'ABC', hotel_id: fixtures.h2 })).status).toBe(201);
  });
});

/**
 * Given a user assigned to R1 with restrict_hotel_id H1, then lists, detail by id, search, dashboard, work lists and
 * exports show only H1 rows; GET of an H2 transaction id is a 404.
 */
test('24: a user of one hotel gets only that hotel’s rows from any request', async () => {
  const sellAt = async (hotel_id: number, name: string) =>
    (
      await fixtures.sell({
        hotel_id,
        member: await fixtures.createGuestInput({ last_name: name, birth_date: await createBirthDate() }),
      })
    ).body.data;
  const ownSale = await sellAt(fixtures.h1, 'Suryahere');
  const otherSale = await sellAt(fixtures.h2, 'Suryathere');
  for (const { member } of [ownSale, otherSale])
    await postVisit({ member_id: member.id, hotel_id: member.hotel_id, reference_no: `S${member.id}` });
  const parts = ['member', 'transaction', 'member_card'] as const;
  for (const part of parts) {
    const visibleIds = (await listRows(`${part}?per_page=500`, clerk.token)).map(({ id }) => id);
    expect(visibleIds, part).toContain(ownSale[part].id);
    expect(visibleIds, part).not.toContain(otherSale[part].id);
    expect((await call(app, clerk.token, 'GET', `/api/${part}/${ownSale[part].id}`)).status, part).toBe(200);
    expectError(await call(app, clerk.token, 'GET', `/api/${part}/${otherSale[part].id}`), 404, 'record_not_found');
    // Files group the digits of numbers.
    const file = (await read(`${part}/export?format=csv`, clerk.token)).replaceAll(' ', '');
    expect(file).toContain(nameOf(part, ownSale[part]).replaceAll(' ', ''));
    expect(file).not.toContain(nameOf(part, otherSale[part]).replaceAll(' ', ''));
  }
  for (const part of ['transaction_detail', 'member_voucher', 'visit', 'mail_log', 'voucher_redeem'] as const)
    for (const row of await listRows(`${part}?per_page=500`, clerk.token))
      expect(JSON.stringify(row), part).not.toContain('Suryathere');
  const result = await read('search?q=Surya', clerk.token);
  expect(result).toContain('Suryahere');
  expect(result).not.toContain('Suryathere');
  const [ownDashboard, fullDashboard] = [await readDashboard('', clerk.token), await readDashboard()];
  const dashboardAtH1 = await readDashboard(`?hotel_id=${fixtures.h1}`);
  expect(ownDashboard).toMatchObject({
    members: { number: dashboardAtH1.members.number },
    vouchers: { number: dashboardAtH1.vouchers.number },
  });
  expect(ownDashboard.members.number).toBeLessThan(fullDashboard.members.number);
  expectError(await call(app, clerk.token, 'GET', `/api/dashboard?hotel_id=${fixtures.h2}`), 404);
  const dueBirthdays = await read('work_list/birthday', clerk.token);
  expect(dueBirthdays).toContain('Suryahere');
  expect(dueBirthdays).not.toContain('Suryathere');
  expectError(await call(app, clerk.token, 'GET', `/api/member/${otherSale.member.id}/standing`), 404);
  expectError(await call(app, clerk.token, 'GET', `/api/transaction/${otherSale.transaction.id}/cancellation`), 404);
  expectInvalid(await fixtures.sell({ hotel_id: fixtures.h2 }, { token: clerk.token }), 'hotel_id');
});

/** The birth date of somebody who turns thirty today, in the hotels' local days. */
const createBirthDate = async (): Promise<string> => `1996${(await fixtures.dayFromNow(0)).slice(4)}`;
const nameOf = (part: 'member' | 'transaction' | 'member_card', record: ResponseRecord): string =>
  String({ member: record.last_name, transaction: record.transaction_no, member_card: record.sbec_no }[part]);
