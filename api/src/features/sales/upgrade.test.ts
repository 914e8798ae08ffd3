// Core test: every upgrade that is sold.
import { resources } from '@innkeeper/contract';
import type { Offers, Standing } from '@innkeeper/contract/calls';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { parseWritten } from '../../testing/responses.ts';
import { ageCard } from '../../testing/age-card.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** An active card is upgraded to a higher membership for the price difference, as a separate sale. */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { post, remove, get, visit } = createProgramme(api, admin, inputs, fixtures.h1);
const tierDefaults = {
  validity_months: 12,
  is_free: 0,
  is_regional: 0,
  restrict_region_id: null,
  currency_country_id: null,
};
const diamond = (
  await inputs.create(resources.membership, {
    ...tierDefaults,
    name: 'Diamond',
    rank: 30,
    price: '5000000.000',
    renewal_price: '4000000.000',
    min_visit: 20,
    min_visit_to_upgrade: 0,
  })
).id;
const { rows: kinds } = await sql<{
  type: number;
}>`select type_voucher_id as type from voucher where id = ${fixtures.unrestrictedVoucher}`.execute(db.kysely);
/** Platinum has five vouchers of a kind; Gold has two of the same kind. */
await inputs.create(resources.voucher, {
  name: 'd',
  type_voucher_id: kinds[0]?.type,
  membership_id: fixtures.platinum,
  hotel_id: null,
  is_restricted: 0,
  is_active: 1,
  quantity: 5,
  nominal: '250000.000',
});

const upgradeMember = (member_id: number, overrides: Input = {}, options = {}) =>
  fixtures.sell({ type: 6, member_id, membership_id: fixtures.platinum, ...overrides }, options);
/** A member with a Gold card, as if sold this number of days ago. */
async function sellGoldSince(days: number) {
  const { transaction, member, member_card, member_vouchers } = (await fixtures.sell()).body.data;
  await ageCard(db, member_card.id, days);
  return {
    id: member.id,
    sale: transaction,
    card: await get('member_card', member_card.id),
    vouchers: member_vouchers,
  };
}
const read = async <T>(path: string): Promise<T> => {
  const reply = await call<{ data: T }>(app, admin.token, 'GET', `/api/${path}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};
const readOffers = (id: number, hotel = fixtures.h1) =>
  read<Offers>(`transaction/offers?hotel_id=${hotel}&type=6&member_id=${id}`);
const setDifference = (value: 0 | 1) =>
  sql`update option_detail set value = ${String(value)} where code = 'difference'`.execute(db.kysely);
const namesOf = (vouchers: readonly Input[]) =>
  vouchers.map(({ voucher }) => (voucher as { name: string }).name).toSorted(); // nested in the voucher

describe('a sold upgrade', () => {
  test('costs the difference, and creates a card of the higher membership with the same end', async () => {
    const guest = await sellGoldSince(100);
    const reply = await upgradeMember(guest.id);
    expect(reply.status, reply.text).toBe(201);
    const { transaction, member, member_card } = reply.body.data;
    expect(transaction).toMatchObject({
      transaction_type: { code: '6' },
      sub_total: '1500000.000',
      grand_total: '1500000.000',
    });
    expect(member_card).toMatchObject({
      membership_id: fixtures.platinum,
      start_date: await fixtures.dayFromNow(0),
      end_date: guest.card['end_date'],
      price: '3000000.000',
      upgraded_from_id: guest.card.id,
      transaction_id: transaction.id,
    });
    expect(member).toMatchObject({ membership_id: fixtures.platinum, valid_until_date: guest.card['end_date'] });
    expect(await get('member_card', guest.card.id)).toMatchObject({
      is_active: 1,
      end_date: guest.card['end_date'],
    });
  });

  test('has a line of the membership fee that names both memberships', async () => {
    const { transaction } = (await upgradeMember((await sellGoldSince(1)).id)).body.data;
    const lines = await read<Input[]>(`transaction_detail?transaction_id=${transaction.id}`);
    expect(lines).toMatchObject([
      { description: 'Upgrade from Gold to Platinum: difference', spend_type: { code: '1' }, sub_total: '1500000.000' },
    ]);
  });

  test('deducts the price at the sale of the term, whatever the membership costs now', async () => {
    const guest = await sellGoldSince(10);
    await sql`update membership set price = 2000000 where id = ${fixtures.gold}`.execute(db.kysely);
    expect((await readOffers(guest.id)).paid).toBe('1500000.000');
    expect((await upgradeMember(guest.id)).body.data.transaction).toMatchObject({ grand_total: '1500000.000' });
    await sql`update membership set price = 1500000 where id = ${fixtures.gold}`.execute(db.kysely);
  });

  test('deducts the price of an earlier upgrade', async () => {
    const guest = await sellGoldSince(10);
    await upgradeMember(guest.id);
    const { transaction } = (await upgradeMember(guest.id, { membership_id: diamond })).body.data;
    expect(transaction).toMatchObject({ grand_total: '2000000.000' });
  });

  test('costs nothing if the higher membership is cheaper', async () => {
    const guest = await sellGoldSince(10);
    await sql`update member_card set price = 9000000 where id = ${guest.card.id}`.execute(db.kysely);
    expect((await upgradeMember(guest.id)).body.data.transaction).toMatchObject({ grand_total: '0.000' });
  });

  test('offers its price and benefits before it is sold', async () => {
    const guest = await sellGoldSince(10);
    const offers = await readOffers(guest.id);
    expect(offers).toMatchObject({ rejection: null, paid: '1500000.000', card: { id: guest.card.id } });
    expect(offers.allowed).toContain(6);
    expect(offers.offers.map(({ membership, price, end_date }) => [membership.id, price, end_date])).toEqual([
      [fixtures.platinum, '1500000.000', guest.card['end_date']],
      [diamond, '3500000.000', guest.card['end_date']],
    ]);
    expect(offers.offers[0]?.vouchers.map(({ name, quantity }) => [name, quantity])).toEqual(
      expect.arrayContaining([
        ['P', 1],
        ['d', 3],
      ]),
    );
  });

  test('is offered to a member whose card cannot be renewed yet', async () => {
    const earlySales = (await read<Standing>(`member/${(await sellGoldSince(100)).id}/standing`)).may.sale;
    expect(earlySales).toMatchObject({ next: 'upgrade', upgrade: null });
    const lateSales = (await read<Standing>(`member/${(await sellGoldSince(340)).id}/standing`)).may.sale;
    expect(lateSales).toMatchObject({ next: 'renew', upgrade: null });
  });

  test('queues the mail of an upgrade', async () => {
    const { member } = (await upgradeMember((await sellGoldSince(10)).id)).body.data;
    const mails = await read<{ mail_type: { code: string } | null }[]>(`mail_log?member_id=${member.id}&per_page=100`);
    expect(mails.filter(({ mail_type }) => mail_type?.code === 'upgrade')).toHaveLength(1);
  });
});

describe('the vouchers of an upgrade', () => {
  test('are those of the higher membership minus those of the same kind in the term', async () => {
    const { member_vouchers } = (await upgradeMember((await sellGoldSince(10)).id)).body.data;
    expect(namesOf(member_vouchers)).toEqual(['P', 'd', 'd', 'd']);
  });

  test('are also reduced by redeemed ones', async () => {
    const guest = await sellGoldSince(10);
    await fixtures.redeem(guest.vouchers.find((v) => v['voucher_id'] === fixtures.unrestrictedVoucher));
    expect(namesOf((await upgradeMember(guest.id)).body.data.member_vouchers)).toEqual(['P', 'd', 'd', 'd']);
  });

  test('are all of the higher membership if the option says so', async () => {
    const guest = await sellGoldSince(10);
    await setDifference(0);
    const { member_vouchers } = (await upgradeMember(guest.id)).body.data;
    await setDifference(1);
    expect(namesOf(member_vouchers)).toEqual(['P', 'd', 'd', 'd', 'd', 'd']);
  });

  test('are issued again by an upgrade after a cancelled one', async () => {
    const guest = await sellGoldSince(10);
    const first = (await upgradeMember(guest.id)).body.data;
    await remove('transaction', first.transaction.id);
    expect(namesOf((await upgradeMember(guest.id)).body.data.member_vouchers)).toEqual(['P', 'd', 'd', 'd']);
  });
});

describe('an upgrade', () => {
  test('is rejected if the membership is not higher, is free, or is not open to the region', async () => {
    const guest = await sellGoldSince(10);
    const otherMembership = await inputs.create(resources.membership, {
      ...tierDefaults,
      name: 'Elsewhere',
      rank: 25,
      price: '4000000.000',
      restrict_region_id: fixtures.r2,
    });
    const freeMembership = await inputs.create(resources.membership, {
      ...tierDefaults,
      name: 'Gift',
      rank: 0,
      is_free: 1,
    });
    for (const membership_id of [fixtures.gold, otherMembership.id, freeMembership.id])
      expectInvalid(await upgradeMember(guest.id, { membership_id }), 'membership_id');
  });

  test('is rejected for a member without an active card, with a free card, or newly created', async () => {
    const endedMember = await sellGoldSince(365 + 20);
    expect(expectError(await upgradeMember(endedMember.id), 409, 'conflict').message).toMatch(/no active card/);
    const { member } = (await fixtures.giveMembership()).body.data;
    expect(expectError(await upgradeMember(member.id), 409, 'conflict').message).toMatch(/complimentary/);
    expectInvalid(await fixtures.sell({ type: 6, membership_id: fixtures.platinum }), 'member');
  });

  test('is rejected while a renewal of the next term is pending, with a message on what to do', async () => {
    const guest = await sellGoldSince(340);
    const renewal = await fixtures.sell({ type: 2, member_id: guest.id });
    expect(renewal.status, renewal.text).toBe(201);
    expect(expectError(await upgradeMember(guest.id), 409, 'conflict').message).toMatch(/Cancel the renewal/);
    expect((await readOffers(guest.id)).rejection?.message).toMatch(/Cancel the renewal/);
    await remove('transaction', renewal.body.data.transaction.id);
    expect((await upgradeMember(guest.id)).status).toBe(201);
  });

  test('is rejected before the card begins', async () => {
    const guest = await sellGoldSince(0);
    const transaction_date = new Date(api.clock().getTime() - 5 * 86_400_000).toISOString();
    expect(expectError(await upgradeMember(guest.id, { transaction_date }), 409, 'conflict').message).toMatch(
      /begins on/,
    );
  });

  test('is rejected with a discount above the limit, unless approved', async () => {
    const guest = await sellGoldSince(10);
    const clerk = await createUser(db, { level: 'region', assignments: [{ region_id: fixtures.r1 }] });
    const reply = await upgradeMember(guest.id, { discount: '500000.000' }, { token: clerk.token });
    expectError(reply, 409, 'approval_needed');
    const allowedReply = await upgradeMember(guest.id, { discount: '300000.000' }, { token: clerk.token });
    expect(allowedReply.body.data.transaction).toMatchObject({ grand_total: '1200000.000' });
  });

  test('is rejected for the second of two concurrent clerks, with a message that names the first', async () => {
    const guest = await sellGoldSince(10);
    const replies = await Promise.all([upgradeMember(guest.id), upgradeMember(guest.id)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const rejectedReply = replies.find(({ status }) => status === 409);
    expect(rejectedReply && expectError(rejectedReply, 409, 'conflict').message).toMatch(
      /upgraded this membership on .* at /,
    );
  });

  test('is rejected for the second of two clerks, whose still higher tier has a new price by then', async () => {
    const guest = await sellGoldSince(10);
    const upgraded_from_id = (await readOffers(guest.id)).card?.id;
    expect((await upgradeMember(guest.id, { upgraded_from_id })).status).toBe(201);
    const rejectedReply = await upgradeMember(guest.id, { membership_id: diamond, upgraded_from_id });
    expect(expectError(rejectedReply, 409, 'conflict').message).toMatch(/upgraded this membership on .* at /);
  });

  test('is rejected for a card that has ended without an upgrade', async () => {
    const guest = await sellGoldSince(10);
    const first = (await upgradeMember(guest.id)).body.data;
    await remove('transaction', first.transaction.id);
    const reply = await upgradeMember(guest.id, { membership_id: diamond, upgraded_from_id: first.member_card.id });
    expect(expectError(reply, 409, 'conflict').message).toMatch(/active card is now .*Gold.*Check the price again/);
    expect((await upgradeMember(guest.id, { upgraded_from_id: guest.card.id })).status).toBe(201);
  });

  test('is rejected at the card if a sale of another kind names one', async () => {
    expectInvalid(await fixtures.sell({ upgraded_from_id: 1 }), 'upgraded_from_id');
  });
});

describe('cancelling an upgrade', () => {
  test('cancels its card and vouchers and reactivates the old card; restoring it restores the same ones', async () => {
    const guest = await sellGoldSince(10);
    const { transaction, member_card, member_vouchers } = (await upgradeMember(guest.id)).body.data;
    expect((await remove('transaction', transaction.id)).status).toBe(200);
    expect(await get('member_card', member_card.id)).toMatchObject({ deleted_at: expect.any(String) });
    expect(await get('member', guest.id)).toMatchObject({
      membership_id: fixtures.gold,
      valid_until_date: guest.card['end_date'],
    });
    const remainingVouchers = await read<Input[]>(`member_voucher?member_id=${guest.id}&per_page=100`);
    expect(remainingVouchers).toHaveLength(guest.vouchers.length);
    expect((await post(`transaction/${transaction.id}/restore`)).status).toBe(200);
    expect(await get('member', guest.id)).toMatchObject({ membership_id: fixtures.platinum });
    const restoredVouchers = await read<Input[]>(`member_voucher?member_id=${guest.id}&per_page=100`);
    expect(restoredVouchers).toHaveLength(guest.vouchers.length + member_vouchers.length);
  });

  test('is rejected once a voucher of it was redeemed', async () => {
    const { transaction, member_vouchers } = (await upgradeMember((await sellGoldSince(10)).id)).body.data;
    await fixtures.redeem(member_vouchers[0]);
    expect(expectError(await remove('transaction', transaction.id), 409, 'conflict').message).toMatch(/is redeemed/);
  });

  test('is required before cancelling the sale or upgrade that it depends on', async () => {
    const guest = await sellGoldSince(10);
    const first = (await upgradeMember(guest.id)).body.data.transaction;
    const second = (await upgradeMember(guest.id, { membership_id: diamond })).body.data.transaction;
    const dependentSaleMessage = (no: unknown) => new RegExp(`Cancel ${String(no)} first`);
    expect(expectError(await remove('transaction', first.id), 409, 'conflict').message).toMatch(
      dependentSaleMessage(second['transaction_no']),
    );
    await remove('transaction', second.id);
    expect(expectError(await remove('transaction', guest.sale.id), 409, 'conflict').message).toMatch(
      dependentSaleMessage(first['transaction_no']),
    );
    await remove('transaction', first.id);
    expect((await remove('transaction', guest.sale.id)).status).toBe(200);
    expect(expectError(await post(`transaction/${first.id}/restore`), 409, 'conflict').message).toMatch(
      new RegExp(`Restore ${String(guest.sale['transaction_no'])} first`),
    );
  });

  test('cannot be undone once another upgrade was sold', async () => {
    const guest = await sellGoldSince(10);
    const first = (await upgradeMember(guest.id)).body.data.transaction;
    await remove('transaction', first.id);
    const second = (await upgradeMember(guest.id)).body.data.transaction;
    expect(expectError(await post(`transaction/${first.id}/restore`), 409, 'conflict').message).toMatch(
      new RegExp(`Cancel ${String(second['transaction_no'])} first`),
    );
  });

  test('cannot be undone while a later renewal is pending', async () => {
    const guest = await sellGoldSince(340);
    const first = (await upgradeMember(guest.id)).body.data.transaction;
    await remove('transaction', first.id);
    const renewal = (await fixtures.sell({ type: 2, member_id: guest.id })).body.data.transaction;
    expect(expectError(await post(`transaction/${first.id}/restore`), 409, 'conflict').message).toMatch(
      new RegExp(`Cancel ${String(renewal['transaction_no'])} first`),
    );
    await remove('transaction', renewal.id);
    expect((await post(`transaction/${first.id}/restore`)).status).toBe(200);
  });
});

describe('a paid tier', () => {
  test('does not depend on visits: deleting them changes nothing', async () => {
    const guest = await sellGoldSince(10);
    const bills = [];
    for (let n = 0; n < 8; n += 1) bills.push(await visit({ member_id: guest.id, reference_no: `U-${n}` }));
    expect(await get('member', guest.id)).toMatchObject({ membership_id: fixtures.platinum });
    expect((await upgradeMember(guest.id, { membership_id: diamond })).body.data.transaction).toMatchObject({
      grand_total: '3500000.000',
    });
    for (const bill of bills) await remove('visit', parseWritten(bill).id);
    expect(await get('member', guest.id)).toMatchObject({ membership_id: diamond });
  });

  test('is kept without enough visits, and its redeemed vouchers lock no visit', async () => {
    const guest = await sellGoldSince(10);
    const desk = await createUser(db, { level: 'group', codes: ['STORE_VISIT', 'STORE_MEMBER'] });
    const { id } = parseWritten(await visit({ member_id: guest.id, reference_no: 'U-ONE' }, desk.token));
    const { member_vouchers } = (await upgradeMember(guest.id)).body.data;
    await fixtures.redeem(member_vouchers[0]);
    const deleteReply = await call(app, desk.token, 'DELETE', `/api/visit/${id}`, { body: { reason: 'Withdrawn' } });
    expect(deleteReply.status, deleteReply.text).toBe(200);
    expect(await get('member', guest.id)).toMatchObject({ membership_id: fixtures.platinum });
  });

  test('counts as paid when set manually again', async () => {
    const guest = await sellGoldSince(10);
    await upgradeMember(guest.id);
    const clerk = await createUser(db, { level: 'region', assignments: [{ region_id: fixtures.r1 }] });
    const setMembership = (membership_id: number, remark: string) =>
      post(`member/${guest.id}/membership`, { membership_id, remark }, clerk.token);
    expect((await setMembership(fixtures.gold, 'By mistake')).status).toBe(200);
    expect((await setMembership(fixtures.platinum, 'Put right')).status).toBe(200);
    expectError(await setMembership(diamond, 'Nobody paid'), 409, 'approval_needed');
  });
});

describe('an upgrade after a merge', () => {
  /** A member without a card who absorbs another one; the merge can be undone. */
  async function mergeMembers(absorbed: number, retained?: number) {
    const id =
      retained ?? (await inputs.create(resources.member, { hotel_id: fixtures.h1, register_hotel_id: fixtures.h1 })).id;
    const mergeReply = await post(`member/${id}/merge`, { member_id: absorbed });
    expect(mergeReply.status, mergeReply.text).toBe(200);
    const merge = parseWritten(mergeReply).id;
    return { id, undo: () => post(`member/${id}/merge/${merge}/undo`) };
  }

  test('is restored with the card that it upgraded when the merge is undone', async () => {
    const absorbed = await sellGoldSince(10);
    const retained = await mergeMembers(absorbed.id);
    const { transaction, member_card } = (await upgradeMember(retained.id)).body.data;
    const undoReply = await retained.undo();
    expect(undoReply.status, undoReply.text).toBe(200);
    expect(await get('member_card', member_card.id)).toMatchObject({ member_id: absorbed.id });
    expect(await get('transaction', transaction.id)).toMatchObject({ member_id: absorbed.id });
  });

  test('depends on its sale and on the sale of its card as usual', async () => {
    const retained = await sellGoldSince(50);
    const absorbed = await sellGoldSince(10);
    await mergeMembers(absorbed.id, retained.id);
    const first = (await upgradeMember(retained.id)).body.data;
    expect(first.member_card).toMatchObject({ upgraded_from_id: absorbed.card.id });
    expect(expectError(await remove('transaction', absorbed.sale.id), 409, 'conflict').message).toMatch(
      new RegExp(`Cancel ${String(first.transaction['transaction_no'])} first`),
    );
    await remove('transaction', first.transaction.id);
    expect((await remove('transaction', absorbed.sale.id)).status).toBe(200);
    expect(expectError(await post(`transaction/${first.transaction.id}/restore`), 409, 'conflict').message).toMatch(
      new RegExp(`Restore ${String(absorbed.sale['transaction_no'])} first`),
    );
  });

  test('applies to the paid card, and not to the free one that the merge brought', async () => {
    const retained = await sellGoldSince(100);
    const { member } = (await fixtures.giveMembership()).body.data;
    await mergeMembers(member.id, retained.id);
    expect((await upgradeMember(retained.id)).body.data.member_card).toMatchObject({
      upgraded_from_id: retained.card.id,
    });
  });
});

test('the sales report and the overview include upgrades, neither as new members nor as renewals', async () => {
  const sumReports = async () => {
    const runReport = async (name: string, columns: string) =>
      (await call<{ totals: Input }>(app, admin.token, 'GET', `/api/report/run/${name}?columns=${columns}`)).body
        .totals;
    const sales = await runReport('sales-report', 'transaction.grand_total_usd');
    const year = await runReport('overview-report', 'overview.new_members,overview.renewals,overview.sales_usd');
    return [
      sales['transaction.grand_total_usd'],
      year['overview.sales_usd'],
      year['overview.new_members'],
      year['overview.renewals'],
    ].map(Number);
  };
  const guest = await sellGoldSince(10);
  const [sales = 0, overview = 0, joined, renewedSum] = await sumReports();
  const { transaction } = (await upgradeMember(guest.id)).body.data;
  const usd = Number(transaction['grand_total_usd']);
  expect(await sumReports()).toEqual([
    expect.closeTo(sales + usd, 2),
    expect.closeTo(overview + usd, 2),
    joined,
    renewedSum,
  ]);
});

test('the data reconciles after all tests', async () => {
  expect(await checkIntegrity(db, ['money', 'cards', 'vouchers', 'standings', 'rollups'])).toEqual([]);
});
