import { beforeAll, describe, expect, test } from 'vitest';
import { parseList, parseMeta, parseRecord, textOf } from '../../testing/responses.ts';
import { readDatabaseState } from '../../testing/database-state.ts';
import { REASON, type Reply, call, queryString } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { type PlacedRecord, createPlace, createAtHotel } from '../../testing/places.ts';
import { selectResources } from '../../testing/resources.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);

const northPlace = await createPlace(db, 3);
const southPlace = await createPlace(db, 2);
const places = [northPlace, southPlace];
const regionOf = (hotel: number): number =>
  places.find((place) => place.hotels.includes(hotel))?.region ?? baseRecords.region;
const [firstHotel = 0, secondHotel = 0] = northPlace.hotels;
const [thirdHotel = 0] = southPlace.hotels;

/** One user per kind of visibility, with the visible hotels; null means all. */
const users = {
  group: { user: await createUser(db, { level: 'group' }), hotels: null },
  'one region': {
    user: await createUser(db, { level: 'region', assignments: [{ region_id: northPlace.region }] }),
    hotels: northPlace.hotels,
  },
  'two regions': {
    user: await createUser(db, { level: 'region', assignments: places.map(({ region }) => ({ region_id: region })) }),
    hotels: [...northPlace.hotels, ...southPlace.hotels],
  },
  'one hotel, at region level': {
    user: await createUser(db, {
      level: 'region',
      assignments: [{ region_id: southPlace.region, restrict_hotel_id: thirdHotel }],
    }),
    hotels: [thirdHotel],
  },
  'one property': {
    user: await createUser(db, {
      level: 'property',
      assignments: [{ region_id: northPlace.region, restrict_hotel_id: firstHotel }],
    }),
    hotels: [firstHotel],
  },
  'two properties': {
    user: await createUser(db, {
      level: 'property',
      assignments: [
        { region_id: northPlace.region, restrict_hotel_id: secondHotel },
        { region_id: southPlace.region, restrict_hotel_id: thirdHotel },
      ],
    }),
    hotels: [secondHotel, thirdHotel],
  },
  'all properties of a region': {
    user: await createUser(db, { level: 'property', assignments: [{ region_id: southPlace.region }] }),
    hotels: southPlace.hotels,
  },
  'no assignment, at region level': { user: await createUser(db, { level: 'region' }), hotels: [] },
  'no assignment, at property level': { user: await createUser(db, { level: 'property' }), hotels: [] },
} as const;
const everyUser = Object.entries(users);

const scopedResources = selectResources((d) => d.scope !== undefined && !d.readOnly);
const createdByKey = new Map<string, readonly PlacedRecord[]>();
/** Deleted records, one in each hotel. */
const trashedByKey = new Map<string, readonly PlacedRecord[]>();

beforeAll(async () => {
  const createdRecords = new Map<string, PlacedRecord[]>();
  const addRecord = (key: string, record: PlacedRecord) =>
    void createdRecords.set(key, [...(createdRecords.get(key) ?? []), record]);
  for (const [key, d] of scopedResources) {
    const [live, deletedRecords]: [PlacedRecord[], PlacedRecord[]] = [[], []];
    for (const hotel of [...northPlace.hotels, ...southPlace.hotels]) {
      const place = { hotel, region: regionOf(hotel) };
      const record = await createAtHotel(inputs, d, place, addRecord);
      if (d.key === 'hotel') live.push(record);
      // A hotel cannot be deleted once it is in use.
      if (d.key === 'hotel') continue;
      const { id } = await createAtHotel(inputs, d, place, addRecord);
      await call(app, admin.token, 'DELETE', `/api/${key}/${id}`, REASON);
      deletedRecords.push({ id, hotel });
    }
    createdByKey.set(key, live);
    trashedByKey.set(key, deletedRecords);
  }
  // The records created as dependencies of others are included.
  for (const [key] of scopedResources) {
    const deletedIds = new Set(trashedByKey.get(key)?.map(({ id }) => id));
    createdByKey.set(key, [
      ...(createdByKey.get(key) ?? []),
      ...(createdRecords.get(key) ?? []).filter(({ id }) => !deletedIds.has(id)),
    ]);
  }
});

const recordsOf = (key: string): readonly PlacedRecord[] => [
  ...(createdByKey.get(key) ?? []),
  ...(trashedByKey.get(key) ?? []),
];
const canSee = (hotels: readonly number[] | null, { hotel }: PlacedRecord): boolean =>
  hotels === null || hotels.includes(hotel);
const idsOf = (records: readonly { id: number }[]): number[] => records.map(({ id }) => id).toSorted((a, b) => a - b);

describe.each(scopedResources)('the visibility of %s', (key, d) => {
  // Users and their assignments belong to no hotel.
  const ownIds: Record<string, number> = {
    ...(d.scope?.user !== undefined && { 'filter[created_by_id][includes]': admin.id }),
    // Records without a hotel are visible to everyone.
    ...(d.scope?.open && { [`filter[${d.scope.hotel?.[0]}][null]`]: 0 }),
  };
  /** The records of this test that the list returns. */
  async function listRecords(
    token: string,
    parameters: Record<string, string | number> = {},
  ): Promise<{ ids: number[]; total: number }> {
    const reply = await call(
      app,
      token,
      'GET',
      `/api/${key}?${queryString({ per_page: 500, deleted: 1, ...ownIds, ...parameters })}`,
    );
    const knownIds = new Set(recordsOf(key).map(({ id }) => id));
    return { ids: idsOf(parseList(d, reply)).filter((id) => knownIds.has(id)), total: parseMeta(d, reply).total };
  }

  test.each(everyUser)(
    '%s: the list, its total and its search contain only visible records',
    async (_, { user, hotels }) => {
      const expected = idsOf(recordsOf(key).filter((record) => canSee(hotels, record)));
      const { ids, total } = await listRecords(user.token);
      expect(ids).toEqual(expected);
      if (hotels !== null) expect(total).toBe(expected.length);
      // The first and the last visible record, and those not visible, are also requested singly.
      const [visibleRecords = [], foreignRecords = []] = [true, false].map((isVisible) =>
        recordsOf(key).filter((record) => canSee(hotels, record) === isVisible),
      );
      for (const record of [visibleRecords, foreignRecords].flatMap((records) => [
        ...records.slice(0, 1),
        ...records.slice(1).slice(-1),
      ])) {
        const visibleCount = canSee(hotels, record) ? 1 : 0;
        const idReply = await call(
          app,
          user.token,
          'GET',
          `/api/${key}?${queryString({ deleted: 1, 'filter[id][eq]': record.id })}`,
        );
        expect([parseList(d, idReply).length, parseMeta(d, idReply).total]).toEqual([visibleCount, visibleCount]);
        const choice = await call<{ data: unknown[]; meta: { total: number } }>(
          app,
          user.token,
          'GET',
          `/api/${key}/choices?id=${record.id}`,
        );
        expect([choice.body.data.length, choice.body.meta.total]).toEqual([visibleCount, visibleCount]);
      }
    },
  );

  test.each(everyUser.filter(([, { hotels }]) => hotels !== null))(
    '%s: a foreign record is not found by any call',
    async (name, { user, hotels }) => {
      const foreignRecord = (createdByKey.get(key) ?? []).find((record) => !canSee(hotels, record));
      const ownRecord = (createdByKey.get(key) ?? []).find((record) => canSee(hotels, record));
      const deletedRecord = (trashedByKey.get(key) ?? []).find((record) => !canSee(hotels, record));
      if (!foreignRecord) return;
      const change = await inputs.createChange(d);
      const set = await inputs.createShared(d);
      const before = await readDatabaseState(db);
      const send = (
        method: 'GET' | 'POST' | 'DELETE',
        path: string,
        body?: object,
        headers: Record<string, string> = {},
      ) => call(app, user.token, method, `/api/${key}${path}`, { ...(body && { body }), headers });
      const missingId = 999_999_999;
      /** The response for a foreign record must differ from that for a missing one only by its id. */
      const expectUnknown = async (request: (id: number) => Promise<Reply<unknown>>, id = foreignRecord.id) => {
        const foreignError = expectError(await request(id), 404, 'record_not_found');
        const unknownError = expectError(await request(missingId), 404, 'record_not_found');
        expect({ ...foreignError, request_id: '' }).toEqual(
          JSON.parse(JSON.stringify({ ...unknownError, request_id: '' }).replaceAll(String(missingId), String(id))),
        );
      };
      const withOwnId = (id: number) => [...(ownRecord ? [ownRecord.id] : []), id];
      const calls: readonly ((id: number) => Promise<Reply<unknown>>)[] = [
        (id) => send('GET', `/${id}`),
        (id) => send('GET', `/${id}/history`),
        (id) => send('POST', `/${id}`, change),
        (id) => send('POST', `/${id}`, { no_such_field: 1 }),
        (id) => send('POST', `/${id}`, change, { 'if-unmodified-since-version': '99' }),
        (id) => send('POST', `/${id}`, { _method: 'DELETE' }),
        (id) => send('DELETE', `/${id}`),
        (id) => send('POST', `/${id}/restore`),
        (id) => send('POST', '/destroyBulk', { ids: withOwnId(id) }),
        (id) => send('POST', '/destroyBulk', { ids: [id], dry_run: 1 }),
        (id) => send('POST', '/updateBulk', { ids: withOwnId(id), set, dry_run: 0 }),
        (id) => send('POST', '/updateBulk', { ids: withOwnId(id), set, dry_run: 1 }),
      ];
      // Each of two kinds of users makes half of the calls.
      const userIndex = everyUser.findIndex(([userName]) => userName === name);
      for (const request of calls.filter((_, i) => i % 2 === userIndex % 2)) await expectUnknown(request);
      if (deletedRecord) {
        await expectUnknown((id) => send('POST', `/${id}/restore`), deletedRecord.id);
        await expectUnknown((id) => send('POST', '/restoreBulk', { ids: [id] }), deletedRecord.id);
      }
      expect(await readDatabaseState(db)).toEqual(before);
    },
  );

  test.each(everyUser.filter(([, { hotels }]) => hotels !== null))(
    '%s: no filter, search or bulk call reaches a foreign record',
    async (name, { user, hotels }) => {
      const foreignRecord = (createdByKey.get(key) ?? []).find((record) => !canSee(hotels, record));
      if (!foreignRecord) return;
      const record = parseRecord(d, await call(app, admin.token, 'GET', `/api/${key}/${foreignRecord.id}`));
      const set = await inputs.createShared(d);
      const before = await readDatabaseState(db);
      const queries: Record<string, string>[] = [];
      for (const [name, value] of Object.entries(record)) {
        const f = d.fields[name];
        if (value === null || !f) continue;
        if (f.kind === 'reference' || f.kind === 'option')
          queries.push({ [`filter[${name}][includes]`]: textOf(value) }, { [name]: textOf(value) });
        if (['text', 'email', 'phone'].includes(f.kind))
          queries.push({ [`filter[${name}][exact]`]: textOf(value) }, { search: textOf(value).slice(0, 200) });
      }
      for (const path of d.scope?.hotel ?? []) {
        const hotel = path === 'id' ? '' : `${path.replace(/_id$/, '')}.`;
        queries.push(
          { [`filter[${hotel}code][start]`]: 'T' },
          { [`filter[${hotel}country.region.name][start]`]: 'Region' },
        );
      }
      // Each of three kinds of users makes a third of the queries.
      const thirdIndex = everyUser.findIndex(([userName]) => userName === name) % 3;
      for (const queryText of queries.filter((_, i) => i % 3 === thirdIndex)) {
        const reply = await call(
          app,
          user.token,
          'GET',
          `/api/${key}?${queryString(queryText, { 'filter[id][eq]': foreignRecord.id, deleted: 1 })}`,
        );
        expect(parseMeta(d, reply).total, JSON.stringify(queryText)).toBe(0);
        const bulk = await call(app, user.token, 'POST', `/api/${key}/destroyBulk`, {
          body: { filter: { ...queryText, 'filter[id][eq]': String(foreignRecord.id) }, dry_run: 1 },
        });
        expect(bulk.body, JSON.stringify(queryText)).toMatchObject({ data: { matched: 0 } });
        const editReply = await call(app, user.token, 'POST', `/api/${key}/updateBulk`, {
          body: { filter: { ...queryText, 'filter[id][eq]': String(foreignRecord.id) }, set },
        });
        expect(editReply.body, JSON.stringify(queryText)).toEqual({ data: { updated: 0 } });
      }
      expect(await readDatabaseState(db)).toEqual(before);
    },
  );

  test('the rows visible to the hotels add up to their region, and the regions to the group', async () => {
    const listIds = async (name: keyof typeof users) => (await listRecords(users[name].user.token)).ids;
    const listIdsAt = async (hotel: number) =>
      (
        await listRecords(
          (
            await createUser(db, {
              level: 'property',
              assignments: [{ region_id: regionOf(hotel), restrict_hotel_id: hotel }],
            })
          ).token,
        )
      ).ids;
    const sum = (await Promise.all(northPlace.hotels.map(listIdsAt))).flat();
    expect(sum.toSorted((a, b) => a - b)).toEqual(await listIds('one region'));
    expect(
      [...(await listIds('one region')), ...(await listIds('all properties of a region'))].toSorted((a, b) => a - b),
    ).toEqual(await listIds('two regions'));
    expect(await listIds('two regions')).toEqual(await listIds('group'));
  });
});
