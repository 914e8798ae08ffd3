import { expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { parseWritten } from '../../testing/responses.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** A required reason has more than a letter or a dot. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { post, visit } = createProgramme(api, admin, inputs, fixtures.h1);
const sellMembership = async () => (await fixtures.sell()).body.data;
const deleteRecord = (path: string, reason: string) =>
  call(app, admin.token, 'DELETE', `/api/${path}`, { body: { reason } });

/** Each way to enter a reason, and its field. */
const ENTRY_POINTS: Readonly<Record<string, readonly [string, (reason: string) => Promise<Reply<unknown>>]>> = {
  'a card that is created': [
    'remark',
    async (remark) =>
      post('member_card', {
        member_id: parseWritten(
          await post('member', {
            ...(await fixtures.createGuestInput()),
            hotel_id: fixtures.h1,
            membership_id: fixtures.gold,
            is_active: 1,
          }),
        ).id,
        membership_id: fixtures.gold,
        hotel_id: fixtures.h1,
        start_date: await fixtures.dayFromNow(0),
        end_date: await fixtures.dayFromNow(100),
        is_active: 1,
        remark,
      }),
  ],
  'a card that is extended': [
    'remark',
    async (remark) =>
      post(`member_card/${(await sellMembership()).member_card.id}`, {
        end_date: await fixtures.dayFromNow(380),
        remark,
      }),
  ],
  'a voucher that is created': ['remark', async (remark) => post('member_voucher', await createVoucherInput(remark))],
  'a voucher that is extended': [
    'remark',
    async (remark) =>
      post(`member_voucher/${(await sellMembership()).member_vouchers[0]?.id}`, {
        valid_until_date: await fixtures.dayFromNow(380),
        remark,
      }),
  ],
  'a number that is replaced': [
    'reason',
    async (reason) => post(`member_card/${(await sellMembership()).member_card.id}/replace`, { reason }),
  ],
  'a tier that is set': [
    'remark',
    async (remark) =>
      post(`member/${(await sellMembership()).member.id}/membership`, { membership_id: fixtures.platinum, remark }),
  ],
  'visits that are credited': [
    'comp_visits_reason',
    async (comp_visits_reason) =>
      post(`member/${(await sellMembership()).member.id}`, { comp_visits_period: 1, comp_visits_reason }),
  ],
  'a sale that is cancelled': [
    'reason',
    async (reason) => deleteRecord(`transaction/${(await sellMembership()).transaction.id}`, reason),
  ],
  'a redemption that is voided': [
    'reason',
    async (reason) =>
      deleteRecord(`voucher_redeem/${await fixtures.redeem((await sellMembership()).member_vouchers[0])}`, reason),
  ],
  'a visit that is posted late': [
    'remark',
    async (remark) =>
      visit({
        member_id: (await sellMembership()).member.id,
        visit_date: `${await fixtures.dayFromNow(-3)} 05:00:00`,
        remark,
      }),
  ],
};

async function createVoucherInput(remark: string): Promise<Input> {
  return {
    member_card_id: (await sellMembership()).member_card.id,
    voucher_id: fixtures.unrestrictedVoucher,
    redeem_date: await fixtures.dayFromNow(0),
    valid_until_date: await fixtures.dayFromNow(30),
    remark,
  };
}

test.each(Object.entries(ENTRY_POINTS))(
  'requires at least five letters or digits in the reason of $0',
  async (_, [field, changeValue]) => {
    for (const emptyReason of ['x', '.', 'ok ok', '- - - - -']) expectInvalid(await changeValue(emptyReason), field);
    expect((await changeValue('Power cut')).status).toBeLessThan(300);
  },
);

test('requires at least five letters or digits in the reason of a file, and in its dry run', async () => {
  for (const options of [{}, { dry_run: '1' }]) {
    const fields = await createVoucherInput('x');
    const file = csvFile([Object.keys(fields), Object.values(fields).map(String)]);
    expect((await upload(app, admin.token, 'member_voucher', file, options)).text).toContain('at least 5 letters');
  }
});

test('a hotel’s own system may void with a shorter reason', async () => {
  const system = await createSystem(api, fixtures.h1);
  const [memberVoucher] = (await sellMembership()).member_vouchers;
  const redemption = { voucher_no: memberVoucher?.['voucher_no'], booking_no: 'B-1', staff_name: 'Ayu' };
  const { body } = await system.request('POST', 'redemptions', redemption);
  expect((await system.request('DELETE', `redemptions/${body.data.id}`, { reason: 'VOID' })).status).toBe(200);
});
