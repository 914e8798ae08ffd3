import { resources } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { countWaiting } from '../../testing/while-locked.ts';
import { createCountry, createHotel, createBaseRecords } from '../../testing/base-records.ts';

/**
 * A hotel moves to a country with another currency at the same time as its first sale, bill or card is recorded. The
 * record must have the currency of the hotel's country.
 */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const foreignCountry = await createCountry(db, fixtures.r1);
await sql`update country set currency = 'SGD', usd_rate = 1.35 where id = ${foreignCountry}`.execute(db.kysely);

/** The first record at a hotel, for a guest without a card. */
const FIRST_RECORDS: Readonly<Record<string, (hotel: number, guest: number) => RawBuilder<unknown>>> = {
  sale: (hotel, guest) =>
    sql`insert into transaction (hotel_id, member_id, transaction_date) values (${hotel}, ${guest}, now())`,
  visit: (hotel, guest) => sql`
    insert into visit (hotel_id, member_id, visit_date, total_fb, total_room, total_others, reference_no, staff_name)
    values (${hotel}, ${guest}, now(), 5, 0, 0, 'B1', 'Ayu')`,
  card: (hotel, guest) => sql`
    insert into member_card (hotel_id, member_id, membership_id, start_date, end_date, is_active)
    values (${hotel}, ${guest}, ${fixtures.gold}, current_date, current_date + 9, true)`,
};
const createGuest = async (): Promise<number> => (await inputs.create(resources.member)).id;

/** Whether the request has to wait for a lock. */
async function isBlocked(pending: Promise<unknown>): Promise<boolean> {
  let isAnswered = false;
  void pending.finally(() => (isAnswered = true));
  let isWaiting = false;
  await expect.poll(async () => isAnswered || (isWaiting = (await countWaiting(db)) > 0)).toBe(true);
  return isWaiting;
}

const readCurrencies = async (hotel: number): Promise<readonly unknown[]> => {
  const { rows } = await sql<{ currency: string }>`
    select currency from transaction where hotel_id = ${hotel} union select currency from visit
    where hotel_id = ${hotel}
    union select currency from member_card where hotel_id = ${hotel}`.execute(db.kysely);
  return rows.map(({ currency }) => currency);
};

test.each(Object.entries(FIRST_RECORDS))(
  'moving a hotel waits for an open transaction with its first %s, which keeps its currency',
  async (_, write) => {
    const [hotel, member] = [await createHotel(db, fixtures.country), await createGuest()];
    const { pending: pendingMove } = await db.kysely.transaction().execute(async (tx) => {
      await write(hotel, member).execute(tx);
      const pendingReply = call(app, admin.token, 'POST', `/api/hotel/${hotel}`, {
        body: { country_id: foreignCountry },
      });
      expect(await isBlocked(pendingReply)).toBe(true);
      return { pending: pendingReply };
    });
    expect(expectError(await pendingMove, 409, 'settled').message).toContain('currency');
    expect(await readCurrencies(hotel)).toEqual(['IDR']);
  },
);

test.each(Object.entries(FIRST_RECORDS))(
  'a first %s waits for an open move of its hotel, and has the new currency',
  async (_, write) => {
    const [hotel, member] = [await createHotel(db, fixtures.country), await createGuest()];
    const { pending: pendingWrite } = await db.kysely.transaction().execute(async (tx) => {
      await sql`update hotel set country_id = ${foreignCountry} where id = ${hotel}`.execute(tx);
      const pendingWrite = write(hotel, member).execute(db.kysely);
      expect(await isBlocked(pendingWrite)).toBe(true);
      return { pending: pendingWrite };
    });
    await pendingWrite;
    expect(await readCurrencies(hotel)).toEqual(['SGD']);
  },
);

test('a membership is not sold at the price of the hotel’s previous country', async () => {
  const hotel = await createHotel(db, fixtures.country);
  const { pending: selling } = await db.kysely.transaction().execute(async (tx) => {
    await sql`update hotel set country_id = ${foreignCountry} where id = ${hotel}`.execute(tx);
    const pendingSale = fixtures.sell({ hotel_id: hotel }).then((reply) => expectError(reply, 409, 'conflict'));
    expect(await isBlocked(pendingSale)).toBe(true);
    return { pending: pendingSale };
  });
  expect((await selling).message).toContain('currency has just changed');
  expect(await readCurrencies(hotel)).toEqual([]);
});
