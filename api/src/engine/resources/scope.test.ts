import { beforeAll, describe, expect, test } from 'vitest';
import { listIn, metaIn, recordIn, textOf } from '../../testing/answers.ts';
import { readBooks } from '../../testing/books.ts';
import { REASON, type Reply, call, queryString } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { type Placed, createPlace, placeAt } from '../../testing/places.ts';
import { resourcesThat } from '../../testing/resources.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const world = await createWorld(db);
const inputs = createInputs(api, admin, world);

const north = await createPlace(db, 3);
const south = await createPlace(db, 2);
const places = [north, south];
const regionOf = (hotel: number): number =>
  places.find((place) => place.hotels.includes(hotel))?.region ?? world.region;
const [first = 0, second = 0] = north.hotels;
const [third = 0] = south.hotels;

/** One user of each way to see, and the hotels in their sight; null means all. */
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
const placed = new Map<string, readonly Placed[]>();
/** Deleted records, one in each hotel. */
const trashed = new Map<string, readonly Placed[]>();

beforeAll(async () => {
  const told = new Map<string, Placed[]>();
  const tell = (key: string, record: Placed) => void told.set(key, [...(told.get(key) ?? []), record]);
  for (const [key, d] of scoped) {
    const [live, gone]: [Placed[], Placed[]] = [[], []];
    for (const hotel of [...north.hotels, ...south.hotels]) {
      const at = { hotel, region: regionOf(hotel) };
      const made = await placeAt(inputs, d, at, tell);
      if (d.key === 'hotel') live.push(made);
      // Hotels cannot be deleted once something is in them.
      if (d.key === 'hotel') continue;
      const { id } = await placeAt(inputs, d, at, tell);
      await call(app, admin.token, 'DELETE', `/api/${key}/${id}`, REASON);
      gone.push({ id, hotel });
    }
    placed.set(key, live);
    trashed.set(key, gone);
  }
  // The records that others needed to be placed stand there, too.
  for (const [key] of scoped) {
    const gone = new Set(trashed.get(key)?.map(({ id }) => id));
    placed.set(key, [...(placed.get(key) ?? []), ...(told.get(key) ?? []).filter(({ id }) => !gone.has(id))]);
  }
});

const recordsOf = (key: string): readonly Placed[] => [...(placed.get(key) ?? []), ...(trashed.get(key) ?? [])];
const sees = (hotels: readonly number[] | null, { hotel }: Placed): boolean =>
  hotels === null || hotels.includes(hotel);
const idsOf = (records: readonly { id: number }[]): number[] => records.map(({ id }) => id).toSorted((a, b) => a - b);

describe.each(scoped)('the sight of %s', (key, d) => {
  // The users themselves and their assignments are nobody's.
  const mine: Record<string, number> = {
    ...(d.scope?.user !== undefined && { 'filter[created_by_id][includes]': admin.id }),
    // Records without a hotel are in everybody's sight.
    ...(d.scope?.open && { [`filter[${d.scope.hotel?.[0]}][null]`]: 0 }),
  };
  /** All of the list that this test has put there. */
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

  test.each(everyUser)('%s: the list, its total and its search hold what is in sight', async (_, { user, hotels }) => {
    const expected = idsOf(recordsOf(key).filter((record) => sees(hotels, record)));
    const { ids, total } = await listed(user.token);
    expect(ids).toEqual(expected);
    if (hotels !== null) expect(total).toBe(expected.length);
    // The first and the last record, in sight and out of sight, are also asked for one by one.
    const [inSight = [], foreign = []] = [true, false].map((is) =>
      recordsOf(key).filter((record) => sees(hotels, record) === is),
    );
    for (const record of [inSight, foreign].flatMap((some) => [...some.slice(0, 1), ...some.slice(1).slice(-1)])) {
      const own = sees(hotels, record) ? 1 : 0;
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
  });

  test.each(everyUser.filter(([, { hotels }]) => hotels !== null))(
    '%s: a foreign record is not found by any call',
    async (name, { user, hotels }) => {
      const foreign = (placed.get(key) ?? []).find((record) => !sees(hotels, record));
      const own = (placed.get(key) ?? []).find((record) => sees(hotels, record));
      const gone = (trashed.get(key) ?? []).find((record) => !sees(hotels, record));
      if (!foreign) return;
      const change = await inputs.change(d);
      const set = await inputs.share(d);
      const before = await readBooks(db);
      const send = (
        method: 'GET' | 'POST' | 'DELETE',
        path: string,
        body?: object,
        headers: Record<string, string> = {},
      ) => call(app, user.token, method, `/api/${key}${path}`, { ...(body && { body }), headers });
      const unknown = 999_999_999;
      /** A foreign record is told from one that there is not by nothing but its id. */
      const expectUnknown = async (make: (id: number) => Promise<Reply<unknown>>, id = foreign.id) => {
        const there = expectError(await make(id), 404, 'record_not_found');
        const not = expectError(await make(unknown), 404, 'record_not_found');
        expect({ ...there, request_id: '' }).toEqual(
          JSON.parse(JSON.stringify({ ...not, request_id: '' }).replaceAll(String(unknown), String(id))),
        );
      };
      const among = (id: number) => [...(own ? [own.id] : []), id];
      const calls: readonly ((id: number) => Promise<Reply<unknown>>)[] = [
        (id) => send('GET', `/${id}`),
        (id) => send('GET', `/${id}/history`),
        (id) => send('POST', `/${id}`, change),
        (id) => send('POST', `/${id}`, { no_such_field: 1 }),
        (id) => send('POST', `/${id}`, change, { 'if-unmodified-since-version': '99' }),
        (id) => send('POST', `/${id}`, { _method: 'DELETE' }),
        (id) => send('DELETE', `/${id}`),
        (id) => send('POST', `/${id}/restore`),
        (id) => send('POST', '/destroyBulk', { ids: among(id) }),
        (id) => send('POST', '/destroyBulk', { ids: [id], dry_run: 1 }),
        (id) => send('POST', '/updateBulk', { ids: among(id), set, dry_run: 0 }),
        (id) => send('POST', '/updateBulk', { ids: among(id), set, dry_run: 1 }),
      ];
      // Two kinds of users between them make all.
      const turn = everyUser.findIndex(([other]) => other === name);
      for (const make of calls.filter((_, i) => i % 2 === turn % 2)) await expectUnknown(make);
      if (gone) {
        await expectUnknown((id) => send('POST', `/${id}/restore`), gone.id);
        await expectUnknown((id) => send('POST', '/restoreBulk', { ids: [id] }), gone.id);
      }
      expect(await readBooks(db)).toEqual(before);
    },
  );

  test.each(everyUser.filter(([, { hotels }]) => hotels !== null))(
    '%s: no filter, search or bulk call reaches a foreign record',
    async (name, { user, hotels }) => {
      const foreign = (placed.get(key) ?? []).find((record) => !sees(hotels, record));
      if (!foreign) return;
      const shown = recordIn(d, await call(app, admin.token, 'GET', `/api/${key}/${foreign.id}`));
      const set = await inputs.share(d);
      const before = await readBooks(db);
      const questions: Record<string, string>[] = [];
      for (const [name, value] of Object.entries(shown)) {
        const f = d.fields[name];
        if (value === null || !f) continue;
        if (f.kind === 'reference' || f.kind === 'option')
          questions.push({ [`filter[${name}][includes]`]: textOf(value) }, { [name]: textOf(value) });
        if (['text', 'email', 'phone'].includes(f.kind))
          questions.push({ [`filter[${name}][exact]`]: textOf(value) }, { search: textOf(value).slice(0, 200) });
      }
      for (const path of d.scope?.hotel ?? []) {
        const hotel = path === 'id' ? '' : `${path.replace(/_id$/, '')}.`;
        questions.push(
          { [`filter[${hotel}code][start]`]: 'T' },
          { [`filter[${hotel}country.region.name][start]`]: 'Region' },
        );
      }
      // Three kinds of users between them ask all.
      const third = everyUser.findIndex(([other]) => other === name) % 3;
      for (const question of questions.filter((_, i) => i % 3 === third)) {
        const alone = await call(
          app,
          user.token,
          'GET',
          `/api/${key}?${queryString(question, { 'filter[id][eq]': foreign.id, deleted: 1 })}`,
        );
        expect(metaIn(d, alone).total, JSON.stringify(question)).toBe(0);
        const bulk = await call(app, user.token, 'POST', `/api/${key}/destroyBulk`, {
          body: { filter: { ...question, 'filter[id][eq]': String(foreign.id) }, dry_run: 1 },
        });
        expect(bulk.body, JSON.stringify(question)).toMatchObject({ data: { matched: 0 } });
        const edited = await call(app, user.token, 'POST', `/api/${key}/updateBulk`, {
          body: { filter: { ...question, 'filter[id][eq]': String(foreign.id) }, set },
        });
        expect(edited.body, JSON.stringify(question)).toEqual({ data: { updated: 0 } });
      }
      expect(await readBooks(db)).toEqual(before);
    },
  );

  test('the rows that the properties see add up to their region, and the regions to the group', async () => {
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
