import { MAX_EXPORTED_IDS, resources } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { call, queryString } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createPlace } from '../../testing/places.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { csvRows, download } from './table-helpers.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const { region, hotels } = await createPlace(db, 2);
const [firstHotel = 0, secondHotel = 0] = hotels;
const assignments = [{ region_id: region }];
const READERS = {
  administrator: admin,
  'regional manager': await createUser(db, { level: 'region', assignments }),
};
const clerk = await createUser(db, {
  level: 'property',
  codes: ['VIEW_MEMBER'],
  assignments: [{ region_id: region, restrict_hotel_id: firstHotel }],
});

const createMember = async (hotel: number, last_name: string): Promise<number> =>
  (await inputs.create(resources.member, { hotel_id: hotel, register_hotel_id: hotel, last_name })).id;
const [first, second, third] = [
  await createMember(firstHotel, 'Selected A'),
  await createMember(firstHotel, 'Selected B'),
  await createMember(secondHotel, 'Selected C'),
];

/** The exported ids, in order. */
async function exportIds(token: string, parameters: Record<string, string | number>): Promise<number[]> {
  const query = queryString({ format: 'csv', columns: 'id', search: 'Selected', sort: '-last_name', ...parameters });
  const [, ...rows] = csvRows(await download(app, token, `/api/member/export?${query}`));
  return rows.map(([id]) => Number(id));
}

describe('the export of a selection', () => {
  test.each(Object.entries(READERS))('has the selected records in the order of the list: $0', async (_, { token }) => {
    expect(await exportIds(token, { ids: `${first},${third}` })).toEqual([third, first]);
    expect(await exportIds(token, { except: second })).toEqual([third, first]);
    expect(await exportIds(token, {})).toEqual([third, second, first]);
  });

  test('has no records of other hotels, and none that the filter leaves out', async () => {
    expect(await exportIds(clerk.token, { ids: `${first},${third}` })).toEqual([first]);
    expect(await exportIds(clerk.token, { except: second })).toEqual([first]);
    const filter = { 'filter[last_name][exact]': 'Selected A' };
    expect(await exportIds(admin.token, { ids: `${first},${second}`, ...filter })).toEqual([first]);
  });

  test.each(['', 'one', '0', '1,,2', Array.from({ length: MAX_EXPORTED_IDS + 1 }, (_, i) => i + 1).join(',')])(
    'rejects lists that are empty, too long, or no ids: $0',
    async (ids) => {
      for (const name of ['ids', 'except'])
        expectInvalid(
          await call(app, admin.token, 'GET', `/api/member/export?${queryString({ format: 'csv', [name]: ids })}`),
          name,
        );
    },
  );
});
