import { DATE_PRESETS, getResource } from '@innkeeper/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ResponseRecord, parseList } from '../../../testing/responses.ts';
import { call, queryString } from '../../../testing/call.ts';
import { createInputs } from '../../../testing/inputs.ts';
import { naivePreset, naiveRange } from '../../../testing/naive-presets.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../../testing/user.ts';
import { createCountry, createHotel, createBaseRecords } from '../../../testing/base-records.ts';
import { isPreset, presetRange } from '../date-presets.ts';

const HOUR_MS = 3_600_000;

test('every preset has the same range as a naive calculation, on every day of four years', () => {
  for (let day = Temporal.PlainDate.from('2023-01-01'); day.year < 2027; day = day.add({ days: 1 })) {
    for (const preset of DATE_PRESETS) {
      expect(presetRange(preset, day).map(String), `${preset} on ${day.toString()}`).toEqual(
        naiveRange(preset, day.toString()),
      );
    }
  }
  expect(isPreset('tomorrow')).toBe(false);
});

describe('presets of records with a hotel use the days of that hotel', async () => {
  const api = await startTestApp();
  const { app, db } = api;
  const admin = await createUser(db, { level: 'group' });
  const baseRecords = await createBaseRecords(db);
  const member = getResource('member');
  const inputs = createInputs(api, admin, baseRecords);

  /** Includes the first hour of a year in one zone and the last hour of a year in another. */
  const CLOCKS = ['2026-05-20T20:30:00Z', '2024-12-31T22:15:00Z', '2026-03-01T11:00:00Z'].map((text) => new Date(text));
  const ZONES = ['Asia/Jakarta', 'Pacific/Kiritimati', 'America/Los_Angeles'];
  const zones = new Map<number, string>();
  const rows = new Map<Date, readonly ResponseRecord[]>();

  beforeAll(async () => {
    const country = await createCountry(db, baseRecords.region, 'Asia/Jakarta');
    for (const zone of ZONES) zones.set(await createHotel(db, country, zone === 'Asia/Jakarta' ? null : zone), zone);
    const { password: _, ...input } = await inputs.createFull(member);
    const { type_gender_id, membership_id } = await inputs.create(member, input);
    const commonInput = {
      membership_id: Number(membership_id),
      type_gender_id: Number(type_gender_id),
      origin_country_id: country,
      is_active: true,
      first_name: 'P',
      phone_no: '+62 812 1111',
    };
    for (const [c, clock] of CLOCKS.entries()) {
      const records = [...zones.keys()].flatMap((hotel_id) =>
        [
          -400 * 24,
          -190 * 24,
          -91 * 24,
          -31 * 24,
          -7 * 24,
          -50,
          -26,
          -20,
          -13,
          -6,
          -1,
          0,
          1,
          4,
          9,
          15,
          22,
          30,
          9 * 24,
          100 * 24,
          230 * 24,
        ].map((hours, i) => {
          const instant = new Date(clock.getTime() + hours * HOUR_MS);
          return {
            ...commonInput,
            hotel_id,
            email: `p${c}.${hotel_id}.${i}@example.test`,
            marketing_name: `clock ${c}`,
            created_at: instant,
            email_verified_at: instant,
            birth_date: instant.toISOString().slice(0, 10),
          };
        }),
      );
      await db.kysely.insertInto('member').values(records).execute();
      api.setClock(clock);
      const fullReply = await call(
        app,
        admin.token,
        'GET',
        `/api/member?${queryString({ per_page: 500, 'filter[marketing_name][exact]': `clock ${c}` })}`,
      );
      rows.set(clock, parseList(member, fullReply));
    }
  });

  test.each(DATE_PRESETS.map((preset, n) => [preset, n] as const))('%s', async (preset, n) => {
    for (const [c, clock] of CLOCKS.entries()) {
      api.setClock(clock);
      const clockRows = rows.get(clock) ?? [];
      expect(clockRows.length).toBe(63);
      // Per clock, one instant column and one date column; the next preset uses the other instant column.
      for (const column of [['created_at', 'email_verified_at'][(n + c) % 2] ?? '', 'birth_date']) {
        const query = {
          per_page: 500,
          'filter[marketing_name][exact]': `clock ${c}`,
          [`filter[${column}][preset]`]: preset,
        };
        const reply = await call(app, admin.token, 'GET', `/api/member?${queryString(query)}`);
        const zoneOf = (row: ResponseRecord) => zones.get(Number(row.hotel_id)) ?? '';
        const expected = clockRows.filter((row) =>
          naivePreset(preset, String(row[column]), column !== 'birth_date', clock, zoneOf(row)),
        );
        expect(
          parseList(member, reply).map((row) => row.email),
          `${column} at ${clock.toISOString()}`,
        ).toEqual(expected.map((row) => row.email));
      }
    }
  });

  test.each(['UTC', 'Asia/Jakarta', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
    'presets of records without a hotel use the days of the request: %s',
    async (zone) => {
      const d = getResource('region');
      const [clock = new Date()] = CLOCKS;
      const records = Array.from({ length: 40 }, (_, i) => ({
        code: `${zone.slice(0, 9)} ${i}`,
        name: zone,
        created_at: new Date(clock.getTime() + (i - 20) * 5 * HOUR_MS),
      }));
      await db.kysely.insertInto('region').values(records).execute();
      api.setClock(clock);
      const request = (parameters: Record<string, string>) =>
        call(
          app,
          admin.token,
          'GET',
          `/api/region?${queryString({ per_page: 500, 'filter[name][exact]': zone }, parameters)}`,
          { headers: { 'x-time-zone': zone } },
        );
      const allRecords = parseList(d, await request({}));
      for (const preset of ['today', 'now', 'this_week', '1_days_ago', '3_days_ago', 'this_month', 'quarter_1']) {
        const expected = allRecords
          .filter((row) => naivePreset(preset, String(row.created_at), true, clock, zone))
          .map(({ id }) => id);
        expect(
          parseList(d, await request({ 'filter[created_at][preset]': preset })).map(({ id }) => id),
          preset,
        ).toEqual(expected);
      }
    },
  );
});
