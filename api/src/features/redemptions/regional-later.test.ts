import { expect, test } from 'vitest';
import { startImportTest } from '../../engine/import-export/import-helpers.ts';
import { csvFile } from '../../engine/import-export/table-helpers.ts';
import type { ResponseRecord } from '../../testing/responses.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { createCountry, createHotel, createMembership, createRegion } from '../../testing/base-records.ts';

const { api, db, admin, inputs, baseRecords, importFile } = await startImportTest();
const { card, voucher, redeem, get, post } = createProgramme(api, admin, inputs, baseRecords.hotel);

/** A hotel outside the region where cards are sold. */
const foreignHotel = await createHotel(db, await createCountry(db, await createRegion(db)));

type EntryPoint = (id: number, is_regional: 0 | 1) => Promise<{ readonly status: number; readonly text: string }>;
const ENTRY_POINTS: [string, EntryPoint][] = [
  ['an update', (id, is_regional) => post(`membership/${id}`, { is_regional })],
  ['a bulk edit', (id, is_regional) => post('membership/updateBulk', { ids: [id], set: { is_regional } })],
  [
    'an import',
    (id, is_regional) =>
      importFile(
        'membership',
        csvFile([
          ['id', 'is_regional'],
          [id, is_regional],
        ]),
      ),
  ],
];

const redeemAbroad = (memberVoucher: ResponseRecord) =>
  redeem(memberVoucher, { redeem_date: new Date().toISOString(), redeem_hotel_id: foreignHotel });

test.each(ENTRY_POINTS)(
  'vouchers sold before %s set is_regional are valid in other regions, later ones are not',
  async (_name, set) => {
    const membership_id = await createMembership(db);
    const before = await card({ membership_id });
    const [first, second] = [
      await voucher({ member_card_id: before.id }),
      await voucher({ member_card_id: before.id }),
    ];
    const reply = await set(membership_id, 1);
    expect(reply.status, reply.text).toBeLessThan(300);
    expect(await get('membership', membership_id)).toMatchObject({ is_regional: 1 });
    expect((await redeemAbroad(first)).status).toBe(201);
    // Vouchers that are reissued or added to the same card later have the same terms.
    expect((await post(`member_voucher/${second.id}/reissue`, { reason: 'Lost card' })).status).toBe(200);
    expect((await redeemAbroad(second)).status).toBe(201);
    expect((await redeemAbroad(await voucher({ member_card_id: before.id }))).status).toBe(201);
    const laterVoucher = await voucher({ member_card_id: (await card({ membership_id })).id });
    expect((await redeemAbroad(laterVoucher)).body).toMatchObject({ error: 'wrong_region' });
  },
);

test.each(ENTRY_POINTS)('vouchers sold as regional remain regional when %s clears is_regional', async (_name, set) => {
  const membership_id = await createMembership(db);
  await post(`membership/${membership_id}`, { is_regional: 1 });
  const memberVoucher = await voucher({ member_card_id: (await card({ membership_id })).id });
  expect((await set(membership_id, 0)).status).toBeLessThan(300);
  expect((await redeemAbroad(memberVoucher)).body).toMatchObject({ error: 'wrong_region' });
});
