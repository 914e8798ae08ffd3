import { expect, test } from 'vitest';
import { startImports } from '../../engine/exchange/test-imports.ts';
import { csvFile } from '../../engine/exchange/test-tables.ts';
import type { Answered } from '../../testing/answers.ts';
import { createProgramme } from '../../testing/programme.ts';
import { createCountry, createHotel, createMembership, createRegion } from '../../testing/world.ts';

const { api, db, admin, inputs, world, bring } = await startImports();
const { card, voucher, redeem, get, post } = createProgramme(api, admin, inputs, world.hotel);

/** A hotel in another region than the one where cards are sold. */
const abroad = await createHotel(db, await createCountry(db, await createRegion(db)));

type Door = (id: number, is_regional: 0 | 1) => Promise<{ readonly status: number; readonly text: string }>;
const DOORS: [string, Door][] = [
  ['an update', (id, is_regional) => post(`membership/${id}`, { is_regional })],
  ['a bulk edit', (id, is_regional) => post('membership/updateBulk', { ids: [id], set: { is_regional } })],
  [
    'an import',
    (id, is_regional) =>
      bring(
        'membership',
        csvFile([
          ['id', 'is_regional'],
          [id, is_regional],
        ]),
      ),
  ],
];

const redeemAbroad = (mine: Answered) =>
  redeem(mine, { redeem_date: new Date().toISOString(), redeem_hotel_id: abroad });

test.each(DOORS)(
  'vouchers sold before %s ticked is_regional are redeemed abroad, and later ones are not',
  async (_name, set) => {
    const membership_id = await createMembership(db);
    const before = await card({ membership_id });
    const [first, second] = [
      await voucher({ member_card_id: before.id }),
      await voucher({ member_card_id: before.id }),
    ];
    const done = await set(membership_id, 1);
    expect(done.status, done.text).toBeLessThan(300);
    expect(await get('membership', membership_id)).toMatchObject({ is_regional: 1 });
    expect((await redeemAbroad(first)).status).toBe(201);
    // A voucher of the same card that is re-issued, or given to it later, is of the same promise.
    expect((await post(`member_voucher/${second.id}/reissue`, { reason: 'Lost card' })).status).toBe(200);
    expect((await redeemAbroad(second)).status).toBe(201);
    expect((await redeemAbroad(await voucher({ member_card_id: before.id }))).status).toBe(201);
    const later = await voucher({ member_card_id: (await card({ membership_id })).id });
    expect((await redeemAbroad(later)).body).toMatchObject({ error: 'wrong_region' });
  },
);

test.each(DOORS)('vouchers sold as regional stay so when %s takes the tick away', async (_name, set) => {
  const membership_id = await createMembership(db);
  await post(`membership/${membership_id}`, { is_regional: 1 });
  const mine = await voucher({ member_card_id: (await card({ membership_id })).id });
  expect((await set(membership_id, 0)).status).toBeLessThan(300);
  expect((await redeemAbroad(mine)).body).toMatchObject({ error: 'wrong_region' });
});
