import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { expect, test } from 'vitest';
import { REASON, call } from '../../testing/call.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { allowThousandths, createCountry, createHotel, createBaseRecords } from '../../testing/base-records.ts';
import { createRunner, sumDecimals, valuesOf } from './report-helpers.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { runAll } = createRunner(app);

const euros = await createCountry(db, fixtures.r1);
await db.kysely
  .updateTable('country')
  .set({ currency: 'EUR', decimals: 2, usd_rate: '0.91' })
  .where('id', '=', euros)
  .execute();
await allowThousandths(db);
const { member } = (await fixtures.sell()).body.data;
const post = (path: string, body: object) =>
  call<{ data: { id: number } }>(app, admin.token, 'POST', `/api/${path}`, { body });

const amount = fc.bigInt(0n, 99_999_999_999n).map((n) => `${n / 1000n}.${String(n % 1000n).padStart(3, '0')}`);
const perPage = fc.integer({ min: 1, max: 6 });
let count = 0;
const nextCount = () => (count += 1);

/** Two new hotels with the same or different currencies, and a user who may see both. */
async function createHotels(isMixed: boolean) {
  const hotels = [
    await createHotel(db, fixtures.country),
    await createHotel(db, isMixed ? euros : fixtures.country),
  ] as const;
  const assignments = hotels.map((restrict_hotel_id) => ({ region_id: fixtures.r1, restrict_hotel_id }));
  return { hotels, user: await createUser(db, { level: 'property', assignments }) };
}

const countCurrencies = (values: readonly unknown[]) => new Set(values).size;

test('the totals include all pages for any visits, and do not mix currencies', async () => {
  const bill = fc
    .record({ at: fc.nat({ max: 1 }), total_room: amount, total_fb: amount, isDeleted: fc.boolean() })
    // A bill must total more than zero.
    .filter(({ total_room, total_fb }) => Number(total_room) + Number(total_fb) > 0);
  await fc.assert(
    fc.asyncProperty(
      fc.array(bill, { maxLength: 9 }),
      fc.boolean(),
      perPage,
      amount,
      async (bills, isMixed, size, minTotal) => {
        const { hotels, user } = await createHotels(isMixed);
        for (const { at, isDeleted, total_room, total_fb } of bills) {
          const body = {
            hotel_id: hotels[at],
            member_id: member.id,
            reference_no: `T-${nextCount()}`,
            staff_name: 'Ayu',
            remark: 'A wedding',
            total_room,
            total_fb,
          };
          const reply = await post('visit', body);
          expect(reply.status, reply.text).toBe(201);
          if (isDeleted) await call(app, admin.token, 'DELETE', `/api/visit/${reply.body.data.id}`);
        }
        for (const filter of ['0', minTotal].map((from) => ({ 'filter[visit.total_fb][gte]': from }))) {
          const report = await runAll(user, 'visit-report', filter, size);
          const hasOneCurrency = countCurrencies(valuesOf(report, 'visit.currency')) <= 1;
          for (const key of ['visit.total_room', 'visit.total_fb', 'visit.total_others', 'visit.grand_total'])
            expect(report.totals[key]).toBe(hasOneCurrency ? sumDecimals(valuesOf(report, key), 3) : null);
          expect(report.totals['visit.grand_total_usd']).toBe(
            sumDecimals(valuesOf(report, 'visit.grand_total_usd'), 2),
          );
          expect(Object.keys(report.totals)).toHaveLength(5);
        }
        const live = bills.filter(({ isDeleted }) => !isDeleted).length;
        expect((await runAll(user, 'visit-report', {}, size)).meta.total).toBe(live);
      },
    ),
    { seed: testSeed(), numRuns: 20 },
  );
});

test('the totals include all pages for any sales, including vouchers by state', async () => {
  const sale = fc.record({
    at: fc.nat({ max: 1 }),
    discount: fc.integer({ min: 0, max: 1_500_000 }),
    isCancelled: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { maxLength: 5 }), fc.boolean(), perPage, async (sales, isMixed, size) => {
      const { hotels, user } = await createHotels(isMixed);
      for (const { at, discount, isCancelled } of sales) {
        const hotel = await fixtures.sell({ hotel_id: hotels[at], discount: String(discount) });
        expect(hotel.status, hotel.text).toBe(201);
        if (isCancelled)
          await call(app, admin.token, 'DELETE', `/api/transaction/${hotel.body.data.transaction.id}`, REASON);
      }
      const report = await runAll(user, 'sales-report', {}, size);
      expect(report.meta.total).toBe(sales.filter(({ isCancelled }) => !isCancelled).length);
      const hasOneCurrency = countCurrencies(valuesOf(report, 'transaction.currency')) <= 1;
      for (const key of ['transaction.sub_total', 'transaction.discount', 'transaction.grand_total'])
        expect(report.totals[key]).toBe(hasOneCurrency ? sumDecimals(valuesOf(report, key), 3) : null);
      expect(report.totals['transaction.grand_total_usd']).toBe(
        sumDecimals(valuesOf(report, 'transaction.grand_total_usd'), 2),
      );

      const vouchers = await runAll(user, 'benefit-report', {}, 100);
      const columns =
        'voucher.name,member_voucher.currency,benefit.issued,benefit.open,member_voucher.nominal,benefit.open_nominal';
      const groupedRun = await runAll(user, 'benefit-report', { columns }, size);
      expect(groupedRun.totals['benefit.issued']).toBe(vouchers.meta.total);
      expect(groupedRun.totals['member_voucher.nominal']).toBe(vouchers.totals['member_voucher.nominal']);
      expect(groupedRun.totals['benefit.open_nominal']).toBe(vouchers.totals['member_voucher.nominal']);
      expect(vouchers.totals['member_voucher.nominal']).toBe(
        hasOneCurrency ? sumDecimals(valuesOf(vouchers, 'member_voucher.nominal'), 3) : null,
      );
      for (const row of groupedRun.data) {
        const ownVouchers = vouchers.data.filter((v) =>
          ['voucher.name', 'member_voucher.currency'].every((key) => v[key] === row[key]),
        );
        expect(row['benefit.issued']).toBe(ownVouchers.length);
        expect(row['member_voucher.nominal']).toBe(
          sumDecimals(
            ownVouchers.map((v) => v['member_voucher.nominal']),
            3,
          ),
        );
      }
    }),
    { seed: testSeed(), numRuns: 15 },
  );
});
