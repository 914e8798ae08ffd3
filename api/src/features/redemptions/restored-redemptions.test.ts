import { expect, test } from 'vitest';
import { type ResponseRecord, parseWritten } from '../../testing/responses.ts';
import { REASON, type Reply } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import {
  createCountry,
  createHotel,
  createMembership,
  createRegion,
  createBaseRecords,
} from '../../testing/base-records.ts';
import { resources } from '@innkeeper/contract';

/** A voided redemption can be restored only if the voucher could be redeemed at that hotel and time. */

const api = await startTestApp();
const { db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const { card, voucher, redeem, get, post, remove } = createProgramme(api, admin, inputs, baseRecords.hotel);
/** A hotel outside the region where cards are sold. */
const foreignHotel = await createHotel(db, await createCountry(db, await createRegion(db)));

interface VoidedRedemption {
  readonly id: number;
  readonly hotel: number;
  readonly voucher: ResponseRecord;
  readonly card: ResponseRecord;
  /** Id of the bulk request that voided it. */
  readonly requestId: string;
}

async function createVoided(): Promise<VoidedRedemption> {
  const membership_id = await createMembership(db);
  await post(`membership/${membership_id}`, { is_regional: 1 });
  const guestCard = await card({ membership_id });
  const memberVoucher = await voucher({ member_card_id: guestCard.id });
  const hotel = await createHotel(db, baseRecords.country);
  const { id } = parseWritten(await redeem(memberVoucher, { redeem_hotel_id: hotel }));
  const reply = await post('voucher_redeem/destroyBulk', { ids: [id], ...REASON.body });
  expect(reply.status, reply.text).toBe(200);
  return { id, hotel, voucher: memberVoucher, card: guestCard, requestId: String(reply.headers['x-request-id']) };
}

const postChange = async (path: string, set: Input) => {
  const reply = await post(path, set);
  expect(reply.status, reply.text).toBeLessThan(300);
};
const expectRemoved = async (key: string, id: number) => expect((await remove(key, id)).status).toBe(200);
const dayFromNow = (days: number) => new Date(api.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10);

/** Changes since the void: the rejection code, a description, and the change. */
const CHANGES_SINCE: readonly [string, string, (voided: VoidedRedemption) => Promise<unknown>][] = [
  ['voucher_cancelled', 'the voucher was cancelled', ({ voucher }) => expectRemoved('member_voucher', voucher.id)],
  ['already_redeemed', 'the voucher was redeemed again', async ({ voucher }) => parseWritten(await redeem(voucher))],
  ['member_inactive', 'the member was deleted', ({ voucher }) => expectRemoved('member', Number(voucher.member_id))],
  [
    'member_inactive',
    'the member was deactivated',
    ({ voucher }) => postChange(`member/${Number(voucher.member_id)}`, { is_active: 0 }),
  ],
  ['card_inactive', 'the card was deleted', ({ card }) => expectRemoved('member_card', card.id)],
  ['card_inactive', 'the card was deactivated', ({ card }) => postChange(`member_card/${card.id}`, { is_active: 0 })],
  [
    'wrong_hotel',
    'the voucher was restricted to a hotel',
    ({ voucher }) => postChange(`member_voucher/${voucher.id}`, { restrict_hotel_id: baseRecords.hotel }),
  ],
  [
    'wrong_region',
    'the card was corrected to a hotel of another region',
    ({ card }) => postChange(`member_card/${card.id}`, { hotel_id: foreignHotel }),
  ],
  [
    'not_yet_valid',
    'the voucher was given a later first day',
    ({ voucher }) => postChange(`member_voucher/${voucher.id}`, { redeem_date: dayFromNow(2) }),
  ],
  [
    'expired',
    'the voucher was given an earlier last day',
    ({ voucher }) => postChange(`member_voucher/${voucher.id}`, { valid_until_date: dayFromNow(-2) }),
  ],
];

const restoreRedemption = ({ id }: VoidedRedemption) => post(`voucher_redeem/${id}/restore`);
const undoBulk = ({ requestId }: VoidedRedemption) => post('voucher_redeem/undoBulk', { request_id: requestId });
const restoreMany = (ids: readonly number[], dry_run = 0) => post('voucher_redeem/restoreBulk', { ids, dry_run });

test.each(CHANGES_SINCE)('a redemption is not restored (%s), because %s', async (code, _, applyChange) => {
  const [otherRedemption, voidedRedemption] = [await createVoided(), await createVoided()];
  await applyChange(voidedRedemption);
  const rejection = expectError(
    await redeem(voidedRedemption.voucher, { redeem_hotel_id: voidedRedemption.hotel }),
    409,
    code,
  );
  for (const attempt of [restoreRedemption, undoBulk]) {
    const { message } = expectError(await attempt(voidedRedemption), 409, code);
    expect(message).toBe(rejection.message);
  }
  const errorOfBatch = expectError(await restoreMany([otherRedemption.id, voidedRedemption.id]), 409, code);
  expect(errorOfBatch).toMatchObject({ message: rejection.message, errors: { ids: [String(voidedRedemption.id)] } });
  expect((await restoreMany([otherRedemption.id, voidedRedemption.id], 1)).body).toMatchObject({
    data: { matched: 2, restored: 1, rejected: [voidedRedemption.id], reasons: [rejection.message] },
  });
  for (const { id } of [otherRedemption, voidedRedemption])
    expect((await get('voucher_redeem', id)).deleted_at).not.toBeNull();
  expect((await restoreRedemption(otherRedemption)).status).toBe(200);
});

test('a redemption is restored at a hotel that is switched off, and by undoing its deletion', async () => {
  for (const attempt of [restoreRedemption, undoBulk]) {
    const voidedRedemption = await createVoided();
    await postChange(`hotel/${voidedRedemption.hotel}`, { is_active: 0 });
    const reply = await attempt(voidedRedemption);
    expect(reply.status, reply.text).toBe(200);
    expect((await get('voucher_redeem', voidedRedemption.id)).deleted_at).toBeNull();
  }
});

const toAnotherMember: Readonly<Record<string, (mine: VoidedRedemption) => Promise<unknown>>> = {
  'its card was corrected to another member': async ({ card }) =>
    postChange(`member_card/${card.id}`, { member_id: (await inputs.create(resources.member)).id }),
  'its voucher was corrected to a card of another member': async ({ voucher }) =>
    postChange(`member_voucher/${voucher.id}`, { member_card_id: (await card()).id }),
};

test.each(Object.entries(toAnotherMember))(
  'a redemption is not restored for another member if %s',
  async (_, applyChange) => {
    const voidedRedemption = await createVoided();
    await applyChange(voidedRedemption);
    expectError(await restoreRedemption(voidedRedemption), 409, 'wrong_member');
    expect((await restoreMany([voidedRedemption.id], 1)).body).toMatchObject({
      data: { restored: 0, rejected: [voidedRedemption.id] },
    });
  },
);

test('a redemption is restored for the member of a merge, and for its own member after the undo', async () => {
  const voidedRedemption = await createVoided();
  const retained = (await inputs.create(resources.member)).id;
  const mergeReply = await post(`member/${retained}/merge`, {
    member_id: Number(voidedRedemption.voucher.member_id),
    fields: {},
  });
  expect(mergeReply.status, mergeReply.text).toBe(200);
  expect((await restoreRedemption(voidedRedemption)).status).toBe(200);
  expect(await get('voucher_redeem', voidedRedemption.id)).toMatchObject({ member_id: retained });
  await expectRemoved('voucher_redeem', voidedRedemption.id);
  const { id } = mergeReply.body['data'] as { id: number }; // checked against the call's definition
  expect((await post(`member/${retained}/merge/${id}/undo`)).status).toBe(200);
  expect((await restoreRedemption(voidedRedemption)).status).toBe(200);
  expect(await get('voucher_redeem', voidedRedemption.id)).toMatchObject({
    member_id: voidedRedemption.voucher.member_id,
  });
});

test('a redemption is restored with its own date weeks later, even if the voucher has expired', async () => {
  const now = api.clock();
  const memberVoucher = await voucher({ valid_until_date: dayFromNow(3) });
  const { id } = parseWritten(await redeem(memberVoucher));
  api.setClock(new Date(now.getTime() + 40 * 86_400_000));
  await expectRemoved('voucher_redeem', id);
  const reply: Reply<unknown> = await post(`voucher_redeem/${id}/restore`);
  expect(reply.status, reply.text).toBe(200);
});
