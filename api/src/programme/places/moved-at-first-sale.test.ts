import { resources } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createHouse } from '../../testing/house.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { countWaiting } from '../../testing/while-locked.ts';
import { createCountry, createHotel, createWorld } from '../../testing/world.ts';

/** A hotel goes to a country of another currency in the moment of its first sale, bill or card: what is written has the currency of where it is. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
const abroad = await createCountry(db, house.r1);
await sql`update country set currency = 'SGD', usd_rate = 1.35 where id = ${abroad}`.execute(db.kysely);

/** The record that is written down first, at a hotel, with a guest who has no card. */
const FIRST: Readonly<Record<string, (hotel: number, guest: number) => RawBuilder<unknown>>> = {
  sale: (hotel, guest) =>
    sql`insert into transaction (hotel_id, member_id, transaction_date) values (${hotel}, ${guest}, now())`,
  visit: (hotel, guest) => sql`
    insert into visit (hotel_id, member_id, visit_date, total_fb, total_room, total_others, reference_no, staff_name)
    values (${hotel}, ${guest}, now(), 5, 0, 0, 'B1', 'Ayu')`,
  card: (hotel, guest) => sql`
    insert into member_card (hotel_id, member_id, membership_id, start_date, end_date, is_active)
    values (${hotel}, ${guest}, ${house.gold}, current_date, current_date + 9, true)`,
};
const guest = async (): Promise<number> => (await inputs.create(resources.member)).id;

/** Whether it has to wait for a lock before it is answered. */
async function isHeld(asking: Promise<unknown>): Promise<boolean> {
  let isAnswered = false;
  void asking.finally(() => (isAnswered = true));
  let waits = false;
  await expect.poll(async () => isAnswered || (waits = (await countWaiting(db)) > 0)).toBe(true);
  return waits;
}

const currenciesAt = async (hotel: number): Promise<readonly unknown[]> => {
  const { rows } = await sql<{ currency: string }>`
    select currency from transaction where hotel_id = ${hotel} union select currency from visit where hotel_id = ${hotel}
    union select currency from member_card where hotel_id = ${hotel}`.execute(db.kysely);
  return rows.map(({ currency }) => currency);
};

test.each(Object.entries(FIRST))(
  'a hotel waits for its first %s under way, and stays in its currency',
  async (_, write) => {
    const [hotel, member] = [await createHotel(db, house.country), await guest()];
    const { asking: moving } = await db.kysely.transaction().execute(async (tx) => {
      await write(hotel, member).execute(tx);
      const asking = call(app, admin.token, 'POST', `/api/hotel/${hotel}`, { body: { country_id: abroad } });
      expect(await isHeld(asking)).toBe(true);
      return { asking };
    });
    expect(expectError(await moving, 409, 'settled').message).toContain('currency');
    expect(await currenciesAt(hotel)).toEqual(['IDR']);
  },
);

test.each(Object.entries(FIRST))(
  'a first %s waits for a hotel on its way, and has the currency there',
  async (_, write) => {
    const [hotel, member] = [await createHotel(db, house.country), await guest()];
    const { asking: writing } = await db.kysely.transaction().execute(async (tx) => {
      await sql`update hotel set country_id = ${abroad} where id = ${hotel}`.execute(tx);
      const asking = write(hotel, member).execute(db.kysely);
      expect(await isHeld(asking)).toBe(true);
      return { asking };
    });
    await writing;
    expect(await currenciesAt(hotel)).toEqual(['SGD']);
  },
);

test('a membership is not sold at the price of the country that its hotel has just left', async () => {
  const hotel = await createHotel(db, house.country);
  const { asking: selling } = await db.kysely.transaction().execute(async (tx) => {
    await sql`update hotel set country_id = ${abroad} where id = ${hotel}`.execute(tx);
    const asking = house.sell({ hotel_id: hotel }).then((reply) => expectError(reply, 409, 'conflict'));
    expect(await isHeld(asking)).toBe(true);
    return { asking };
  });
  expect((await selling).message).toContain('another currency');
  expect(await currenciesAt(hotel)).toEqual([]);
});
