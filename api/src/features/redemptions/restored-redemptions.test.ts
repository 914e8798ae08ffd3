import { expect, test } from 'vitest';
import { type ResponseRecord, writtenIn } from '../../testing/responses.ts';
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
const abroad = await createHotel(db, await createCountry(db, await createRegion(db)));

interface Voided {
  readonly id: number;
  readonly hotel: number;
  readonly voucher: ResponseRecord;
  readonly card: ResponseRecord;
  /** Id of the bulk request that voided it. */
  readonly requestId: string;
}

async function voided(): Promise<Voided> {
  const membership_id = await createMembership(db);
  await post(`membership/${membership_id}`, { is_regional: 1 });
  const guestCard = await card({ membership_id });
  const mine = await voucher({ member_card_id: guestCard.id });
  const hotel = await createHotel(db, baseRecords.country);
  const { id } = writtenIn(await redeem(mine, { redeem_hotel_id: hotel }));
  const reply = await post('voucher_redeem/destroyBulk', { ids: [id], ...REASON.body });
  expect(reply.status, reply.text).toBe(200);
  return { id, hotel, voucher: mine, card: guestCard, requestId: String(reply.headers['x-request-id']) };
}

const change = async (path: string, set: Input) => {
  const reply = await post(path, set);
  expect(reply.status, reply.text).toBeLessThan(300);
};
const removed = async (key: string, id: number) => expect((await remove(key, id)).status).toBe(200);
const dayFromNow = (days: number) => new Date(api.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10);

/** Changes since the void: the rejection code, a description, and the change. */
const CHANGES_SINCE: readonly [string, string, (voided: Voided) => Promise<unknown>][] = [
  ['voucher_cancelled', 'the voucher was cancelled', ({ voucher }) => removed('member_voucher', voucher.id)],
  ['already_redeemed', 'the voucher was redeemed again', async ({ voucher }) => writtenIn(await redeem(voucher))],
  ['member_inactive', 'the member was deleted', ({ voucher }) => removed('member', Number(voucher.member_id))],
  [
    'member_inactive',
    'the member was deactivated',
    ({ voucher }) => change(`member/${Number(voucher.member_id)}`, { is_active: 0 }),
  ],
  ['card_inactive', 'the card was deleted', ({ card }) => removed('member_card', card.id)],
  ['card_inactive', 'the card was deactivated', ({ card }) => change(`member_card/${card.id}`, { is_active: 0 })],
  [
    'wrong_hotel',
    'the voucher was restricted to a hotel',
    ({ voucher }) => change(`member_voucher/${voucher.id}`, { restrict_hotel_id: baseRecords.hotel }),
  ],
  [
    'wrong_region',
    'the card was corrected to a hotel of another region',
    ({ card }) => change(`member_card/${card.id}`, { hotel_id: abroad }),
  ],
  [
    'not_yet_valid',
    'the voucher was given a later first day',
    ({ voucher }) => change(`member_voucher/${voucher.id}`, { redeem_date: dayFromNow(2) }),
  ],
  [
    'expired',
    'the voucher was given an earlier last day',
    ({ voucher }) => change(`member_voucher/${voucher.id}`, { valid_until_date: dayFromNow(-2) }),
  ],
];

const restore = ({ id }: Voided) => post(`voucher_redeem/${id}/restore`);
const undo = ({ requestId }: Voided) => post('voucher_redeem/undoBulk', { request_id: requestId });
const restoreMany = (ids: readonly number[], dry_run = 0) => post('voucher_redeem/restoreBulk', { ids, dry_run });

test.each(CHANGES_SINCE)('a redemption is not restored (%s), because %s', async (code, _, applyChange) => {
  const [spare, mine] = [await voided(), await voided()];
  await applyChange(mine);
  const rejected = expectError(await redeem(mine.voucher, { redeem_hotel_id: mine.hotel }), 409, code);
  for (const attempt of [restore, undo]) {
    const { message } = expectError(await attempt(mine), 409, code);
    expect(message).toBe(rejected.message);
  }
  const many = expectError(await restoreMany([spare.id, mine.id]), 409, code);
  expect(many).toMatchObject({ message: rejected.message, errors: { ids: [String(mine.id)] } });
  expect((await restoreMany([spare.id, mine.id], 1)).body).toMatchObject({
    data: { matched: 2, restored: 1, rejected: [mine.id], reasons: [rejected.message] },
  });
  for (const { id } of [spare, mine]) expect((await get('voucher_redeem', id)).deleted_at).not.toBeNull();
  expect((await restore(spare)).status).toBe(200);
});

test('a redemption is restored at a hotel that is switched off, and by undoing its deletion', async () => {
  for (const attempt of [restore, undo]) {
    const mine = await voided();
    await change(`hotel/${mine.hotel}`, { is_active: 0 });
    const reply = await attempt(mine);
    expect(reply.status, reply.text).toBe(200);
    expect((await get('voucher_redeem', mine.id)).deleted_at).toBeNull();
  }
});

const toAnotherMember: Readonly<Record<string, (mine: Voided) => Promise<unknown>>> = {
  'its card was corrected to another member': async ({ card }) =>
    change(`member_card/${card.id}`, { member_id: (await inputs.create(resources.member)).id }),
  'its voucher was corrected to a card of another member': async ({ voucher }) =>
    change(`member_voucher/${voucher.id}`, { member_card_id: (await card()).id }),
};

test.each(Object.entries(toAnotherMember))(
  'a redemption is not restored for another member if %s',
  async (_, applyChange) => {
    const mine = await voided();
    await applyChange(mine);
    expectError(await restore(mine), 409, 'wrong_member');
    expect((await restoreMany([mine.id], 1)).body).toMatchObject({ data: { restored: 0, rejected: [mine.id] } });
  },
);

test('a redemption is restored for the member of a merge, and for its own member after the undo', async () => {
  const mine = await voided();
  const retained = (await inputs.create(resources.member)).id;
  const merged = await post(`member/${retained}/merge`, { member_id: Number(mine.voucher.member_id), fields: {} });
  expect(merged.status, merged.text).toBe(200);
  expect((await restore(mine)).status).toBe(200);
  expect(await get('voucher_redeem', mine.id)).toMatchObject({ member_id: retained });
  await removed('voucher_redeem', mine.id);
  const { id } = merged.body['data'] as { id: number }; // the call's own definition checks it
  expect((await post(`member/${retained}/merge/${id}/undo`)).status).toBe(200);
  expect((await restore(mine)).status).toBe(200);
  expect(await get('voucher_redeem', mine.id)).toMatchObject({ member_id: mine.voucher.member_id });
});

test('a redemption is restored with its own date weeks later, even if the voucher has expired', async () => {
  const now = api.clock();
  const mine = await voucher({ valid_until_date: dayFromNow(3) });
  const { id } = writtenIn(await redeem(mine));
  api.setClock(new Date(now.getTime() + 40 * 86_400_000));
  await removed('voucher_redeem', id);
  const reply: Reply<unknown> = await post(`voucher_redeem/${id}/restore`);
  expect(reply.status, reply.text).toBe(200);
});
