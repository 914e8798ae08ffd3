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
const PLACE_CODES = ['COUNTRY', 'HOTEL'].flatMap((key) => [`VIEW_${key}`, `UPDATE_${key}`, `STORE_${key}`]);
/** May write countries and hotels, but not assign users. */
const finance = await createUser(db, { level: 'group', codes: PLACE_CODES });
const assigner = await createUser(db, { level: 'group', codes: [...PLACE_CODES, 'UPDATE_REGION'] });

const send = (user: TestUser, path: string, body: Input = {}, headers = {}) =>
  call<{ data: Input }>(app, user.token, 'POST', `/api/${path}`, { body, headers });

const readRegion = async (id: number): Promise<number> =>
  (await db.kysely.selectFrom('country').select('region_id').where('id', '=', id).executeTakeFirstOrThrow()).region_id;
const readCountry = async (id: number): Promise<number> =>
  (await db.kysely.selectFrom('hotel').select('country_id').where('id', '=', id).executeTakeFirstOrThrow()).country_id;

interface Move {
  readonly key: 'country' | 'hotel';
  readonly field: string;
  readonly id: number;
  /** The current region; `to` is the new one. */
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
const readParent = ({ key, id }: Move) => (key === 'country' ? readRegion(id) : readCountry(id));
const importMove = (user: TestUser, { key, field, id, to }: Move, dry_run: string) =>
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

describe.each(Object.keys(moves))('%s', (moveName) => {
  const create = async (): Promise<Move> => {
    const id = await moves[moveName]?.();
    if (!id) throw new Error(moveName);
    return id;
  };

  test('requires the right to assign users to change region, on every write path', async () => {
    const move = await create();
    const { key, field, id, from, to } = move;
    const set = { [field]: to };
    const expectForbidden = async (reply: Promise<Reply<unknown>>) =>
      expect(expectError(await reply, 403, 'forbidden').errors).toMatchObject({
        [field]: ['You don’t have access to do this.'],
      });
    await expectForbidden(send(finance, `${key}/${id}`, set));
    await expectForbidden(send(finance, `${key}/updateBulk`, { ids: [id], set }));
    expect((await importMove(finance, move, '1')).body).toMatchObject({ data: { rejected: 1 } });
    expect((await importMove(finance, move, '0')).status).toBeGreaterThanOrEqual(400);
    expect(await readParent(move)).toBe(from);

    const moveReply = await send(assigner, `${key}/updateBulk`, { ids: [id], set });
    expect(moveReply.status, moveReply.text).toBe(200);
    expect(await readParent(move)).toBe(to);
    expect((await send(finance, `${key}/${id}`, { name: 'Another' })).status).toBe(200);
  });

  test('requires the same right to undo the move', async () => {
    const move = await create();
    const { key, field, id, from, to } = move;
    const regionMover = await createUser(db, { level: 'group', codes: [...PLACE_CODES, 'UPDATE_REGION'] });
    const moveReply = await send(regionMover, `${key}/updateBulk`, { ids: [id], set: { [field]: to } });
    const undo = { request_id: String(moveReply.headers['x-request-id']) };
    await db.kysely
      .deleteFrom('role_group_role')
      .where('role_group_id', '=', regionMover.roleGroupId)
      .where('roles_id', 'in', (eb) => eb.selectFrom('roles').select('id').where('name', '=', 'UPDATE_REGION'))
      .execute();
    expectError(await send(regionMover, `${key}/undoBulk`, undo), 403, 'forbidden');
    expect(await readParent(move)).toBe(to);
    await db.kysely
      .insertInto('role_group_role')
      .columns(['role_group_id', 'roles_id'])
      .expression((eb) =>
        eb
          .selectFrom('roles')
          .select((role) => [role.val(regionMover.roleGroupId).as('role_group_id'), 'id'])
          .where('name', '=', 'UPDATE_REGION'),
      )
      .execute();
    expect((await send(regionMover, `${key}/undoBulk`, undo)).status).toBe(200);
    expect(await readParent(move)).toBe(from);
  });

  test('needs a confirmation that shows the affected members and users', async () => {
    const { key, field, id, from, to } = await create();
    const hotel = key === 'hotel' ? id : await createHotel(db, id);
    const otherHotel = await createHotel(db, await createCountry(db, await createRegion(db)));
    await inputs.create(resources.member, { hotel_id: hotel, register_hotel_id: hotel });
    await inputs.create(resources.member, { hotel_id: otherHotel, register_hotel_id: hotel });
    await inputs.create(resources.member, { hotel_id: otherHotel, register_hotel_id: otherHotel });
    const [oldParent, newParent] = key === 'country' ? [from, to] : [await readRegion(from), await readRegion(to)];
    await createUser(db, { level: 'region', codes: [], assignments: [{ region_id: oldParent }] });
    for (let i = 0; i < 2; i += 1)
      await createUser(db, { level: 'property', codes: [], assignments: [{ region_id: newParent }] });
    // Users assigned to only this hotel, or who see every hotel, see its members before and after.
    await createUser(db, {
      level: 'property',
      codes: [],
      assignments: [{ region_id: oldParent, restrict_hotel_id: hotel }],
    });
    await createUser(db, { level: 'group', codes: [], assignments: [{ region_id: newParent }] });

    const strictHeaders = { Prefer: 'handling=strict' };
    const set = { [field]: to };
    for (const request of [
      await send(admin, `${key}/${id}`, set, strictHeaders),
      await send(admin, `${key}/updateBulk`, { ids: [id], set }, strictHeaders),
    ]) {
      const { message, errors } = expectError(request, 409, 'confirmation_needed');
      expect(message).toContain('2 members');
      expect(message).toContain('Access lost: 1 user. Access gained: 2 users.');
      expect(Object.keys(errors ?? {})).toContain(field);
    }
    const localisedReply = await send(admin, `${key}/${id}`, set, { ...strictHeaders, 'Accept-Language': 'id' });
    expect(localisedReply.text).toContain('2 anggota');
    expect((await send(admin, `${key}/${id}`, set)).status).toBe(200);
  });
});

test('moving a hotel to another country of its region affects nobody', async () => {
  const region = await createRegion(db);
  const [firstCountry, otherCountry] = [await createCountry(db, region), await createCountry(db, region)];
  const id = await createHotel(db, firstCountry);
  const reply = await send(finance, `hotel/${id}`, { country_id: otherCountry }, { Prefer: 'handling=strict' });
  expect(reply.status, reply.text).toBe(200);
});
