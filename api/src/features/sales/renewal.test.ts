// Core test: every renewal.
import { getResource } from '@innkeeper/contract';
import type { Offers } from '@innkeeper/contract/calls';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { ageCard } from '../../testing/age-card.ts';
import { parseList, parseMeta } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** The programme's rules for renewing a card and cancelling a sale, one by one. */

const RACERS = 50;
const api = await startTestApp({ connections: RACERS, isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { get, post, remove } = createProgramme(api, admin, inputs, fixtures.h1);
const clerk = await createUser(db, { level: 'region', assignments: [{ region_id: fixtures.r1 }] });

const list = async (key: string, query: string) => {
  const reply = await call(app, admin.token, 'GET', `/api/${key}?${query}`);
  return { rows: parseList(getResource(key), reply), total: parseMeta(getResource(key), reply).total };
};
/** A sale made this number of days ago, simulated by moving its card and vouchers back. */
const sellSince = async (days: number, overrides: Input = {}) => {
  const { data } = (await fixtures.sell(overrides)).body;
  await ageCard(db, data.member_card.id, days);
  return { ...data, member_card: await get('member_card', data.member_card.id) };
};
const renew = async (memberId: number, overrides: Input = {}, token = admin.token) =>
  fixtures.sell({ type: 2, member_id: memberId, ...overrides }, { token });

// The data reconciles after each test.
afterEach(async () => {
  const violations = await checkIntegrity(db);
  if (violations.length > 0) throw new Error(`The reconciliation found differences: ${JSON.stringify(violations)}`);
});

describe('a renewal', () => {
  /**
   * Given a card ending 31 Dec, when renewed on 1 Dec, then the new card starts 1 Jan, fee is renewal_price,
   * transaction type 2, fee type 2, and the old card stays valid to 31 Dec.
   */
  test('10: a renewal before the end starts on the next day, at the renewal price', async () => {
    // 30 days before the end, like 1 December for 31 December.
    const oldSale = await sellSince(334);
    const reply = await renew(oldSale.member.id);
    expect(reply.status, reply.text).toBe(201);
    const { transaction, member_card, member } = reply.body.data;
    const [{ next: nextStart } = { next: '' }] = (
      await sql<{
        next: string;
      }>`select end_date + 1 as next from member_card where id = ${oldSale.member_card.id}`.execute(db.kysely)
    ).rows;
    expect(transaction).toMatchObject({ transaction_type: { code: '2' }, grand_total: '1200000.000' });
    expect((await list('transaction_detail', `transaction_id=${transaction.id}`)).rows).toMatchObject([
      { spend_type: { code: '2' } },
    ]);
    expect(member_card.start_date).toBe(nextStart);
    expect(member).toMatchObject({
      renew_date: await fixtures.dayFromNow(0),
      valid_until_date: member_card.end_date,
      standing: 'active',
    });
    expect(await get('member_card', oldSale.member_card.id)).toMatchObject({
      is_active: 1,
      end_date: oldSale.member_card.end_date,
    });
    expect((await list('mail_log', `member_id=${member.id}&sort=id`)).rows).toMatchObject([
      { mail_type: { code: 'welcome' } },
      { mail_type: { code: 'renewal' } },
    ]);
  });

  /**
   * Given unused vouchers of the old term, when renewed, then they keep their old valid-until date and new ones carry
   * the new one.
   */
  test('11: keeps the dates of unused vouchers of the old term; new vouchers have the dates of the new one', async () => {
    const oldSale = await sellSince(334);
    const { member_vouchers, member_card } = (await renew(oldSale.member.id)).body.data;
    for (const { id } of oldSale.member_vouchers)
      expect(await get('member_voucher', id)).toMatchObject({
        valid_until_date: oldSale.member_card.end_date,
        state: 'available',
      });
    for (const voucher of member_vouchers)
      expect(voucher).toMatchObject({
        redeem_date: member_card.start_date,
        valid_until_date: member_card.end_date,
        state: 'upcoming',
      });
  });

  test('into a tier neither held nor earned costs its full price, into a lower one its renewal price', async () => {
    const readOffers = async (memberId: number) => {
      const path = `/api/transaction/offers?hotel_id=${fixtures.h1}&member_id=${memberId}&type=2`;
      const { body } = await call<{ data: Offers }>(app, admin.token, 'GET', path);
      return new Map(
        body.data.offers.map(({ membership, price, is_renewal_price }) => [membership.id, [price, is_renewal_price]]),
      );
    };
    const gold = await sellSince(334);
    const goldOffers = await readOffers(gold.member.id);
    expect(goldOffers.get(fixtures.gold)).toEqual(['1200000.000', true]);
    expect(goldOffers.get(fixtures.platinum)).toEqual(['3000000.000', false]);
    const platinum = await sellSince(334, { membership_id: fixtures.platinum });
    const platinumOffers = await readOffers(platinum.member.id);
    expect(platinumOffers.get(fixtures.gold)).toEqual(['1200000.000', true]);
    expect(platinumOffers.get(fixtures.platinum)).toEqual(['2500000.000', true]);
    // An upgraded member holds both tiers of the term.
    const upgraded = await sellSince(334);
    const upgrade = { type: 6, member_id: upgraded.member.id, member: undefined, membership_id: fixtures.platinum };
    const sold = await fixtures.sell(upgrade);
    expect(sold.status, sold.text).toBe(201);
    expect((await readOffers(upgraded.member.id)).get(fixtures.platinum)).toEqual(['2500000.000', true]);
    // A refunded upgrade was not held.
    const refund = await post(`transaction/${sold.body.data.transaction.id}/refund`, {
      amount: '1500000',
      refund_reason_id: await fixtures.findOptionDetail('refund-reason', 'guest-request'),
      type_payment_id: await fixtures.findOptionDetail('type-payment', 'cash'),
      ends_membership: 1,
    });
    expect(refund.status, refund.text).toBe(201);
    expect((await readOffers(upgraded.member.id)).get(fixtures.platinum)).toEqual(['3000000.000', false]);
    // Earned by visits, but not given yet.
    await sql`update member_standing set visits = 8, to_upgrade = 8
      where member_id = ${gold.member.id}`.execute(db.kysely);
    expect((await readOffers(gold.member.id)).get(fixtures.platinum)).toEqual(['2500000.000', true]);
    await sql`select recompute_standing(array[${gold.member.id}::bigint])`.execute(db.kysely);
    const { transaction } = (await renew(gold.member.id, { membership_id: fixtures.platinum })).body.data;
    expect(transaction).toMatchObject({ grand_total: '3000000.000', transaction_type: { code: '2' } });
  });

  test('starts today if the card has ended, and may change the membership', async () => {
    const oldSale = await sellSince(365 + 179);
    const { member_card, member } = (await renew(oldSale.member.id, { membership_id: fixtures.platinum })).body.data;
    expect(member_card).toMatchObject({ start_date: await fixtures.dayFromNow(0), membership_id: fixtures.platinum });
    expect(member).toMatchObject({ membership_id: fixtures.platinum, standing: 'active' });
  });

  test.each([
    [365 - 92, 'earlier than 90 days before the end'],
    [365 + 180, 'later than 180 days after it'],
  ])('is rejected %s days after the sale: %s', async (days) => {
    const oldSale = await sellSince(days);
    expect(expectError(await renew(oldSale.member.id), 409, 'conflict').message).toContain(
      String(oldSale.member_card.sbec_no),
    );
  });

  test('requires a card, and a member with a card cannot buy another', async () => {
    const { member } = (await fixtures.sell()).body.data;
    expect(expectError(await fixtures.sell({ member_id: member.id }), 409).message).toMatch(/Renew it/);
    const person = await inputs.create(getResource('member'));
    expect(expectError(await renew(person.id), 409).message).toMatch(/no card to renew/);
  });

  test.each([334, 365 + 30])(
    'creates one card for two concurrent clerks (%s days after the sale), and names the first',
    async (days) => {
      const oldSale = await sellSince(days);
      const replies = await Promise.all(
        Array.from({ length: RACERS }, () => renew(oldSale.member.id, {}, clerk.token)),
      );
      const [winner, ...otherWinners] = replies.filter(({ status }) => status === 201);
      expect(otherWinners).toEqual([]);
      for (const reply of replies.filter((item) => item !== winner)) {
        const { message } = expectError(reply, 409, 'conflict');
        expect(message).toContain(`staff-${clerk.id}`.slice(0, 6));
        expect(message).toContain(String(winner?.body.data.transaction.transaction_no));
      }
      expect((await list('member_card', `member_id=${oldSale.member.id}`)).total).toBe(2);
    },
  );
});

describe('cancelling and restoring', () => {
  test('a cancelled sale cancels its card and vouchers, and restoring it restores the same ones', async () => {
    const { transaction, member, member_card, member_vouchers } = (await fixtures.sell()).body.data;
    const previewCancellation = async () =>
      (await call<{ data: Input }>(app, admin.token, 'GET', `/api/transaction/${transaction.id}/cancellation`)).body
        .data;
    expect(await previewCancellation()).toMatchObject({
      is_deleted: false,
      cards: [{ id: member_card.id }],
      vouchers: 3,
      redeemed: [],
    });
    expect((await remove('transaction', transaction.id)).status).toBe(200);
    expect(await get('member_card', member_card.id)).toMatchObject({ deleted_at: expect.any(String) });
    expect(await get('member', member.id)).toMatchObject({ standing: 'none', valid_until_date: null });
    expect(await previewCancellation()).toMatchObject({
      is_deleted: true,
      cards: [{ id: member_card.id }],
      vouchers: 3,
    });
    expect((await post(`transaction/${transaction.id}/restore`)).status).toBe(200);
    expect(await get('member', member.id)).toMatchObject({ standing: 'active' });
    for (const { id } of member_vouchers)
      expect(await get('member_voucher', id)).toMatchObject({ deleted_at: null, state: 'available' });
  });

  test('a sale with a redeemed voucher cannot be cancelled, and the error names the voucher', async () => {
    const { transaction, member_vouchers } = (await fixtures.sell()).body.data;
    const [voucher] = member_vouchers;
    await post('voucher_redeem', {
      member_voucher_id: voucher?.id,
      redeem_hotel_id: fixtures.h1,
      redeem_date: new Date().toISOString(),
      booking_no: 'B1',
      staff_name: 'Ayu',
    });
    expect(expectError(await remove('transaction', transaction.id), 409, 'conflict').message).toContain(
      String(voucher?.voucher_no),
    );
  });

  test('a cancelled renewal restores the old term of the member', async () => {
    const oldSale = await sellSince(334);
    const { transaction } = (await renew(oldSale.member.id, { membership_id: fixtures.platinum })).body.data;
    await remove('transaction', transaction.id);
    expect(await get('member', oldSale.member.id)).toMatchObject({
      renew_date: null,
      valid_until_date: oldSale.member_card.end_date,
      membership_id: fixtures.gold,
    });
    expect((await renew(oldSale.member.id)).status).toBe(201);
  });

  test('a sale with an active renewal cannot be cancelled unless both are cancelled together', async () => {
    const oldSale = await sellSince(334);
    const { transaction } = (await renew(oldSale.member.id)).body.data;
    const { message } = expectError(await remove('transaction', oldSale.transaction.id), 409, 'conflict');
    expect(message).toContain(String(transaction.transaction_no));
    const ids = [oldSale.transaction.id, transaction.id];
    const reply = await call(app, admin.token, 'POST', '/api/transaction/destroyBulk', {
      body: { ids, reason: 'Two typed' },
    });
    expect(reply.status, reply.text).toBe(200);
    expect(await get('member', oldSale.member.id)).toMatchObject({ member_date: null, valid_until_date: null });
  });

  test('a renewal cannot be restored by any call while the renewed sale is cancelled', async () => {
    const oldSale = await sellSince(334);
    const { transaction } = (await renew(oldSale.member.id)).body.data;
    await remove('transaction', transaction.id);
    const deleteReply = await remove('transaction', oldSale.transaction.id);
    expect(deleteReply.status).toBe(200);
    const { id } = transaction;
    const { message } = expectError(await post(`transaction/${id}/restore`), 409, 'conflict');
    expect(message).toContain(String(oldSale.transaction.transaction_no));
    expectError(await post('transaction/restoreBulk', { ids: [id] }), 409, 'conflict');
    expect(await get('transaction', id)).toMatchObject({ deleted_at: expect.any(String) });
    const reply = await post('transaction/restoreBulk', { ids: [id, oldSale.transaction.id] });
    expect(reply.status, reply.text).toBe(200);
  });

  test('undoing a bulk cancellation restores both sales, but neither if only the renewal’s is undone', async () => {
    const oldSale = await sellSince(334);
    const { transaction } = (await renew(oldSale.member.id)).body.data;
    const cancel = async (ids: readonly number[]) => {
      const reply = await post('transaction/destroyBulk', { ids, reason: 'Two typed' });
      expect(reply.status, reply.text).toBe(200);
      return { request_id: String(reply.headers['x-request-id']) };
    };
    const bothReply = await cancel([oldSale.transaction.id, transaction.id]);
    expect((await post('transaction/undoBulk', bothReply)).status).toBe(200);
    const renewal = await cancel([transaction.id]);
    await cancel([oldSale.transaction.id]);
    expectError(await post('transaction/undoBulk', renewal), 409, 'conflict');
  });

  test('a cancelled sale resets the join date and the tier, and restoring it restores both', async () => {
    const person = await inputs.create(getResource('member'), { hotel_id: fixtures.h1, membership_id: fixtures.gold });
    const { transaction, member_card } = (
      await fixtures.sell({ member_id: person.id, membership_id: fixtures.platinum })
    ).body.data;
    const soldState = { member_date: member_card.start_date, membership_id: fixtures.platinum };
    expect(await get('member', person.id)).toMatchObject(soldState);
    await remove('transaction', transaction.id);
    expect(await get('member', person.id)).toMatchObject({
      member_date: null,
      valid_until_date: null,
      membership_id: fixtures.gold,
    });
    await post(`transaction/${transaction.id}/restore`);
    expect(await get('member', person.id)).toMatchObject(soldState);
  });

  test('a later sale after the cards had ended is independent, and leaves the join date unchanged', async () => {
    const oldSale = await sellSince(365 + 200);
    const { transaction } = (await fixtures.sell({ member_id: oldSale.member.id })).body.data;
    expect(await get('member', oldSale.member.id)).toMatchObject({ member_date: oldSale.member_card.start_date });
    expect((await remove('transaction', oldSale.transaction.id)).status).toBe(200);
    expect(await get('member', oldSale.member.id)).toMatchObject({ member_date: await fixtures.dayFromNow(0) });
    await remove('transaction', transaction.id);
  });
});
