import { resources } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../../testing/user.ts';
import { createCountry, createHotel, createRegion, createBaseRecords } from '../../testing/base-records.ts';

/** Moving a country or hotel to another region changes the visibility of its members for other users. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const PLACES = ['COUNTRY', 'HOTEL'].flatMap((key) => [`VIEW_${key}`, `UPDATE_${key}`, `STORE_${key}`]);
/** May write countries and hotels, but assign no users. */
const finance = await createUser(db, { level: 'group', codes: PLACES });
const assigner = await createUser(db, { level: 'group', codes: [...PLACES, 'UPDATE_REGION'] });

const send = (user: TestUser, path: string, body: Input = {}, headers = {}) =>
  call<{ data: Input }>(app, user.token, 'POST', `/api/${path}`, { body, headers });

const regionOf = async (id: number): Promise<number> =>
  (await db.kysely.selectFrom('country').select('region_id').where('id', '=', id).executeTakeFirstOrThrow()).region_id;
const countryOf = async (id: number): Promise<number> =>
  (await db.kysely.selectFrom('hotel').select('country_id').where('id', '=', id).executeTakeFirstOrThrow()).country_id;

interface Move {
  readonly key: 'country' | 'hotel';
  readonly field: string;
  readonly id: number;
  /** Current region; `to` is the new one. */
  readonly from: number;
  readonly to: number;
}
const moves: Record<string, () => Promise<Move>> = {
  'a country': async () => {
    const [from, to] = [await createRegion(db), await createRegion(db)];
    return { key: 'country', field: 'region_id', id: await createCountry(db, from), from, to };
  },
  'a hotel': async () => {
    const [from, to] = [
      await createCountry(db, await createRegion(db)),
      await createCountry(db, await createRegion(db)),
    ];
    return { key: 'hotel', field: 'country_id', id: await createHotel(db, from), from, to };
  },
};
const placeOf = ({ key, id }: Move) => (key === 'country' ? regionOf(id) : countryOf(id));
const file = (user: TestUser, { key, field, id, to }: Move, dry_run: string) =>
  upload<{ data?: { rejected: number } }>(
    app,
    user.token,
    key,
    csvFile([
      ['id', field],
      [String(id), String(to)],
    ]),
    { dry_run },
  );

describe.each(Object.keys(moves))('%s', (what) => {
  const create = async (): Promise<Move> => {
    const move = await moves[what]?.();
    if (!move) throw new Error(what);
    return move;
  };

  test('requires the right to assign users to change region, on every write path', async () => {
    const move = await create();
    const { key, field, id, from, to } = move;
    const set = { [field]: to };
    const rejected = async (reply: Promise<Reply<unknown>>) =>
      expect(expectError(await reply, 403, 'forbidden').errors).toMatchObject({
        [field]: ['You don’t have access to do this.'],
      });
    await rejected(send(finance, `${key}/${id}`, set));
    await rejected(send(finance, `${key}/updateBulk`, { ids: [id], set }));
    expect((await file(finance, move, '1')).body).toMatchObject({ data: { rejected: 1 } });
    expect((await file(finance, move, '0')).status).toBeGreaterThanOrEqual(400);
    expect(await placeOf(move)).toBe(from);

    const moved = await send(assigner, `${key}/updateBulk`, { ids: [id], set });
    expect(moved.status, moved.text).toBe(200);
    expect(await placeOf(move)).toBe(to);
    expect((await send(finance, `${key}/${id}`, { name: 'Another' })).status).toBe(200);
  });

  test('requires the same right to undo the move', async () => {
    const move = await create();
    const { key, field, id, from, to } = move;
    const mover = await createUser(db, { level: 'group', codes: [...PLACES, 'UPDATE_REGION'] });
    const moved = await send(mover, `${key}/updateBulk`, { ids: [id], set: { [field]: to } });
    const undo = { request_id: String(moved.headers['x-request-id']) };
    await db.kysely
      .deleteFrom('role_group_role')
      .where('role_group_id', '=', mover.roleGroupId)
      .where('roles_id', 'in', (eb) => eb.selectFrom('roles').select('id').where('name', '=', 'UPDATE_REGION'))
      .execute();
    expectError(await send(mover, `${key}/undoBulk`, undo), 403, 'forbidden');
    expect(await placeOf(move)).toBe(to);
    await db.kysely
      .insertInto('role_group_role')
      .columns(['role_group_id', 'roles_id'])
      .expression((eb) =>
        eb
          .selectFrom('roles')
          .select((role) => [role.val(mover.roleGroupId).as('role_group_id'), 'id'])
          .where('name', '=', 'UPDATE_REGION'),
      )
      .execute();
    expect((await send(mover, `${key}/undoBulk`, undo)).status).toBe(200);
    expect(await placeOf(move)).toBe(from);
  });

  test('needs a confirmation that shows the affected members and users', async () => {
    const { key, field, id, from, to } = await create();
    const hotel = key === 'hotel' ? id : await createHotel(db, id);
    const elsewhere = await createHotel(db, await createCountry(db, await createRegion(db)));
    await inputs.create(resources.member, { hotel_id: hotel, register_hotel_id: hotel });
    await inputs.create(resources.member, { hotel_id: elsewhere, register_hotel_id: hotel });
    await inputs.create(resources.member, { hotel_id: elsewhere, register_hotel_id: elsewhere });
    const [old, next] = key === 'country' ? [from, to] : [await regionOf(from), await regionOf(to)];
    await createUser(db, { level: 'region', codes: [], assignments: [{ region_id: old }] });
    for (let i = 0; i < 2; i += 1)
      await createUser(db, { level: 'property', codes: [], assignments: [{ region_id: next }] });
    // Users assigned to only this hotel, or who see every hotel, see its members before and after.
    await createUser(db, { level: 'property', codes: [], assignments: [{ region_id: old, restrict_hotel_id: hotel }] });
    await createUser(db, { level: 'group', codes: [], assignments: [{ region_id: next }] });

    const strict = { Prefer: 'handling=strict' };
    const set = { [field]: to };
    for (const requested of [
      await send(admin, `${key}/${id}`, set, strict),
      await send(admin, `${key}/updateBulk`, { ids: [id], set }, strict),
    ]) {
      const { message, errors } = expectError(requested, 409, 'confirmation_needed');
      expect(message).toContain('2 members');
      expect(message).toContain('Access lost: 1 user. Access gained: 2 users.');
      expect(Object.keys(errors ?? {})).toContain(field);
    }
    const words = await send(admin, `${key}/${id}`, set, { ...strict, 'Accept-Language': 'id' });
    expect(words.text).toContain('2 anggota');
    expect((await send(admin, `${key}/${id}`, set)).status).toBe(200);
  });
});

test('moving a hotel to another country of its region affects nobody', async () => {
  const region = await createRegion(db);
  const [one, other] = [await createCountry(db, region), await createCountry(db, region)];
  const id = await createHotel(db, one);
  const reply = await send(finance, `hotel/${id}`, { country_id: other }, { Prefer: 'handling=strict' });
  expect(reply.status, reply.text).toBe(200);
});
