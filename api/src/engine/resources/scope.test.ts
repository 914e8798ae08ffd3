import { beforeAll, describe, expect, test } from 'vitest';
import { listIn, metaIn, recordIn, textOf } from '../../testing/responses.ts';
import { readDatabaseState } from '../../testing/database-state.ts';
import { REASON, type Reply, call, queryString } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { type PlacedRecord, createPlace, createAtHotel } from '../../testing/places.ts';
import { resourcesThat } from '../../testing/resources.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);

const north = await createPlace(db, 3);
const south = await createPlace(db, 2);
const places = [north, south];
const regionOf = (hotel: number): number =>
  places.find((place) => place.hotels.includes(hotel))?.region ?? baseRecords.region;
const [first = 0, second = 0] = north.hotels;
const [third = 0] = south.hotels;

/** One user per kind of visibility, with the visible hotels; null means all. */
const users = {
  group: { user: await createUser(db, { level: 'group' }), hotels: null },
  'one region': {
    user: await createUser(db, { level: 'region', assignments: [{ region_id: north.region }] }),
    hotels: north.hotels,
  },
  'two regions': {
    user: await createUser(db, { level: 'region', assignments: places.map(({ region }) => ({ region_id: region })) }),
    hotels: [...north.hotels, ...south.hotels],
  },
  'one hotel, at region level': {
    user: await createUser(db, {
      level: 'region',
      assignments: [{ region_id: south.region, restrict_hotel_id: third }],
    }),
    hotels: [third],
  },
  'one property': {
    user: await createUser(db, {
      level: 'property',
      assignments: [{ region_id: north.region, restrict_hotel_id: first }],
    }),
    hotels: [first],
  },
  'two properties': {
    user: await createUser(db, {
      level: 'property',
      assignments: [
        { region_id: north.region, restrict_hotel_id: second },
        { region_id: south.region, restrict_hotel_id: third },
      ],
    }),
    hotels: [second, third],
  },
  'all properties of a region': {
    user: await createUser(db, { level: 'property', assignments: [{ region_id: south.region }] }),
    hotels: south.hotels,
  },
  'no assignment, at region level': { user: await createUser(db, { level: 'region' }), hotels: [] },
  'no assignment, at property level': { user: await createUser(db, { level: 'property' }), hotels: [] },
} as const;
const everyUser = Object.entries(users);

const scoped = resourcesThat((d) => d.scope !== undefined && !d.readOnly);
const placed = new Map<string, readonly PlacedRecord[]>();
/** Deleted records, one in each hotel. */
const trashed = new Map<string, readonly PlacedRecord[]>();

beforeAll(async () => {
  const createdRecords = new Map<string, PlacedRecord[]>();
  const remember = (key: string, record: PlacedRecord) =>
    void createdRecords.set(key, [...(createdRecords.get(key) ?? []), record]);
  for (const [key, d] of scoped) {
    const [live, removed]: [PlacedRecord[], PlacedRecord[]] = [[], []];
    for (const hotel of [...north.hotels, ...south.hotels]) {
      const at = { hotel, region: regionOf(hotel) };
      const made = await createAtHotel(inputs, d, at, remember);
      if (d.key === 'hotel') live.push(made);
      // A hotel cannot be deleted once it is in use.
      if (d.key === 'hotel') continue;
      const { id } = await createAtHotel(inputs, d, at, remember);
      await call(app, admin.token, 'DELETE', `/api/${key}/${id}`, REASON);
      removed.push({ id, hotel });
    }
    placed.set(key, live);
    trashed.set(key, removed);
  }
  // The records created as dependencies of others are included.
  for (const [key] of scoped) {
    const removed = new Set(trashed.get(key)?.map(({ id }) => id));
    placed.set(key, [
      ...(placed.get(key) ?? []),
      ...(createdRecords.get(key) ?? []).filter(({ id }) => !removed.has(id)),
    ]);
  }
});

const recordsOf = (key: string): readonly PlacedRecord[] => [...(placed.get(key) ?? []), ...(trashed.get(key) ?? [])];
const canSee = (hotels: readonly number[] | null, { hotel }: PlacedRecord): boolean =>
  hotels === null || hotels.includes(hotel);
const idsOf = (records: readonly { id: number }[]): number[] => records.map(({ id }) => id).toSorted((a, b) => a - b);

describe.each(scoped)('the visibility of %s', (key, d) => {
  // Users and their assignments belong to no hotel.
  const mine: Record<string, number> = {
    ...(d.scope?.user !== undefined && { 'filter[created_by_id][includes]': admin.id }),
    // Records without a hotel are visible to everyone.
    ...(d.scope?.open && { [`filter[${d.scope.hotel?.[0]}][null]`]: 0 }),
  };
  /** All rows of the list that this test created. */
  async function listed(
    token: string,
    more: Record<string, string | number> = {},
  ): Promise<{ ids: number[]; total: number }> {
    const reply = await call(
      app,
      token,
      'GET',
      `/api/${key}?${queryString({ per_page: 500, deleted: 1, ...mine, ...more })}`,
    );
    const known = new Set(recordsOf(key).map(({ id }) => id));
    return { ids: idsOf(listIn(d, reply)).filter((id) => known.has(id)), total: metaIn(d, reply).total };
  }

  test.each(everyUser)(
    '%s: the list, its total and its search contain only visible records',
    async (_, { user, hotels }) => {
      const expected = idsOf(recordsOf(key).filter((record) => canSee(hotels, record)));
      const { ids, total } = await listed(user.token);
      expect(ids).toEqual(expected);
      if (hotels !== null) expect(total).toBe(expected.length);
      // The first and the last record, visible and not visible, are also requested singly.
      const [visible = [], foreign = []] = [true, false].map((is) =>
        recordsOf(key).filter((record) => canSee(hotels, record) === is),
      );
      for (const record of [visible, foreign].flatMap((some) => [...some.slice(0, 1), ...some.slice(1).slice(-1)])) {
        const own = canSee(hotels, record) ? 1 : 0;
        const byId = await call(
          app,
          user.token,
          'GET',
          `/api/${key}?${queryString({ deleted: 1, 'filter[id][eq]': record.id })}`,
        );
        expect([listIn(d, byId).length, metaIn(d, byId).total]).toEqual([own, own]);
        const choice = await call<{ data: unknown[]; meta: { total: number } }>(
          app,
          user.token,
          'GET',
          `/api/${key}/choices?id=${record.id}`,
        );
        expect([choice.body.data.length, choice.body.meta.total]).toEqual([own, own]);
      }
    },
  );

  test.each(everyUser.filter(([, { hotels }]) => hotels !== null))(
    '%s: a foreign record is not found by any call',
    async (name, { user, hotels }) => {
      const foreign = (placed.get(key) ?? []).find((record) => !canSee(hotels, record));
      const own = (placed.get(key) ?? []).find((record) => canSee(hotels, record));
      const removed = (trashed.get(key) ?? []).find((record) => !canSee(hotels, record));
      if (!foreign) return;
      const change = await inputs.change(d);
      const set = await inputs.share(d);
      const before = await readDatabaseState(db);
      const send = (
        method: 'GET' | 'POST' | 'DELETE',
        path: string,
        body?: object,
        headers: Record<string, string> = {},
      ) => call(app, user.token, method, `/api/${key}${path}`, { ...(body && { body }), headers });
      const unknown = 999_999_999;
      /** The response for a foreign record must differ from that for a missing one only by its id. */
      const expectUnknown = async (make: (id: number) => Promise<Reply<unknown>>, id = foreign.id) => {
        const there = expectError(await make(id), 404, 'record_not_found');
        const not = expectError(await make(unknown), 404, 'record_not_found');
        expect({ ...there, request_id: '' }).toEqual(
          JSON.parse(JSON.stringify({ ...not, request_id: '' }).replaceAll(String(unknown), String(id))),
        );
      };
      const ownAnd = (id: number) => [...(own ? [own.id] : []), id];
      const calls: readonly ((id: number) => Promise<Reply<unknown>>)[] = [
        (id) => send('GET', `/${id}`),
        (id) => send('GET', `/${id}/history`),
        (id) => send('POST', `/${id}`, change),
        (id) => send('POST', `/${id}`, { no_such_field: 1 }),
        (id) => send('POST', `/${id}`, change, { 'if-unmodified-since-version': '99' }),
        (id) => send('POST', `/${id}`, { _method: 'DELETE' }),
        (id) => send('DELETE', `/${id}`),
        (id) => send('POST', `/${id}/restore`),
        (id) => send('POST', '/destroyBulk', { ids: ownAnd(id) }),
        (id) => send('POST', '/destroyBulk', { ids: [id], dry_run: 1 }),
        (id) => send('POST', '/updateBulk', { ids: ownAnd(id), set, dry_run: 0 }),
        (id) => send('POST', '/updateBulk', { ids: ownAnd(id), set, dry_run: 1 }),
      ];
      // Each of two kinds of users makes half of the calls.
      const turn = everyUser.findIndex(([other]) => other === name);
      for (const make of calls.filter((_, i) => i % 2 === turn % 2)) await expectUnknown(make);
      if (removed) {
        await expectUnknown((id) => send('POST', `/${id}/restore`), removed.id);
        await expectUnknown((id) => send('POST', '/restoreBulk', { ids: [id] }), removed.id);
      }
      expect(await readDatabaseState(db)).toEqual(before);
    },
  );

  test.each(everyUser.filter(([, { hotels }]) => hotels !== null))(
    '%s: no filter, search or bulk call reaches a foreign record',
    async (name, { user, hotels }) => {
      const foreign = (placed.get(key) ?? []).find((record) => !canSee(hotels, record));
      if (!foreign) return;
      const shown = recordIn(d, await call(app, admin.token, 'GET', `/api/${key}/${foreign.id}`));
      const set = await inputs.share(d);
      const before = await readDatabaseState(db);
      const queries: Record<string, string>[] = [];
      for (const [name, value] of Object.entries(shown)) {
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
      const third = everyUser.findIndex(([other]) => other === name) % 3;
      for (const queryText of queries.filter((_, i) => i % 3 === third)) {
        const alone = await call(
          app,
          user.token,
          'GET',
          `/api/${key}?${queryString(queryText, { 'filter[id][eq]': foreign.id, deleted: 1 })}`,
        );
        expect(metaIn(d, alone).total, JSON.stringify(queryText)).toBe(0);
        const bulk = await call(app, user.token, 'POST', `/api/${key}/destroyBulk`, {
          body: { filter: { ...queryText, 'filter[id][eq]': String(foreign.id) }, dry_run: 1 },
        });
        expect(bulk.body, JSON.stringify(queryText)).toMatchObject({ data: { matched: 0 } });
        const edited = await call(app, user.token, 'POST', `/api/${key}/updateBulk`, {
          body: { filter: { ...queryText, 'filter[id][eq]': String(foreign.id) }, set },
        });
        expect(edited.body, JSON.stringify(queryText)).toEqual({ data: { updated: 0 } });
      }
      expect(await readDatabaseState(db)).toEqual(before);
    },
  );

  test('the rows visible to the hotels add up to their region, and the regions to the group', async () => {
    const seen = async (name: keyof typeof users) => (await listed(users[name].user.token)).ids;
    const property = async (hotel: number) =>
      (
        await listed(
          (
            await createUser(db, {
              level: 'property',
              assignments: [{ region_id: regionOf(hotel), restrict_hotel_id: hotel }],
            })
          ).token,
        )
      ).ids;
    const sum = (await Promise.all(north.hotels.map(property))).flat();
    expect(sum.toSorted((a, b) => a - b)).toEqual(await seen('one region'));
    expect(
      [...(await seen('one region')), ...(await seen('all properties of a region'))].toSorted((a, b) => a - b),
    ).toEqual(await seen('two regions'));
    expect(await seen('two regions')).toEqual(await seen('group'));
  });
});
