// Core test: who may do what.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, can, loadActor, requirePermission } from './actor.ts';
import { createActorCache } from './actor-cache.ts';
import { type TestServer, createTestServer } from '../account/server-helpers.ts';
import { permissionsVersionSql } from './permissions-version.ts';
import { hashToken } from './token.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function loadActorOf(person: { id: number; username: string; email: string }): Promise<Actor> {
  const { access_token } = await server.signIn(person);
  const actor = await loadActor(server.db, hashToken(access_token), server.clock.now());
  if (!actor) throw new Error('There is no actor');
  return actor;
}

describe('an actor', () => {
  test('sees every hotel and has the sorted codes of its role group at group level', async () => {
    const person = await server.createUser({ codes: ['VIEW_MEMBER', 'UPDATE_USERS', 'STORE_HOTEL'] });
    const actor = await loadActorOf(person);
    expect(actor).toMatchObject({ userId: person.id, role: 'admin', accessLevel: 'group', hotels: null });
    expect([...actor.roles]).toEqual(['STORE_HOTEL', 'UPDATE_USERS', 'VIEW_MEMBER']);
  });

  test('sees the hotels of its regions at region level, or only the hotel that its assignment names', async () => {
    const [firstHotel, otherHotel, foreignHotel] = [
      await server.createHotel(),
      await server.createHotel(),
      await server.createHotel(),
    ];
    const siblingHotel = await server.createHotel(firstHotel);
    await server.createHotel(otherHotel);
    const person = await server.createUser({ role_group_id: await server.createRoleGroup('region') });
    await server.assign(person.id, firstHotel.region_id);
    await server.assign(person.id, otherHotel.region_id, otherHotel.hotel_id);
    const actor = await loadActorOf(person);
    expect(actor).toMatchObject({ role: 'staff', accessLevel: 'region', regions: [firstHotel.region_id] });
    expect(actor.hotels).toEqual([firstHotel.hotel_id, otherHotel.hotel_id, siblingHotel.hotel_id]);
    expect(actor.hotels).not.toContain(foreignHotel.hotel_id);
  });

  test('sees the assigned hotels at property level, and all of a region where no hotel is named', async () => {
    const [narrowHotel, wideHotel] = [await server.createHotel(), await server.createHotel()];
    await server.createHotel(narrowHotel);
    const wideSibling = await server.createHotel(wideHotel);
    const person = await server.createUser({ role_group_id: await server.createRoleGroup('property') });
    await server.assign(person.id, narrowHotel.region_id, narrowHotel.hotel_id);
    await server.assign(person.id, wideHotel.region_id);
    expect(await loadActorOf(person)).toMatchObject({
      role: 'user',
      accessLevel: 'property',
      hotels: [narrowHotel.hotel_id, wideHotel.hotel_id, wideSibling.hotel_id],
      regions: [wideHotel.region_id],
    });
  });

  test('sees no hotel without an assignment or with a deleted one', async () => {
    const { region_id } = await server.createHotel();
    const person = await server.createUser({ role_group_id: await server.createRoleGroup('region') });
    const assignment = await server.assign(person.id, region_id);
    await server.db.kysely
      .updateTable('region_users')
      .set({ deleted_at: new Date() })
      .where('id', '=', assignment)
      .execute();
    expect(await loadActorOf(person)).toMatchObject({ hotels: [], regions: [] });
  });

  test('still sees a deleted hotel, so that it can be restored', async () => {
    const { region_id, hotel_id } = await server.createHotel();
    const person = await server.createUser({ role_group_id: await server.createRoleGroup('region') });
    await server.assign(person.id, region_id);
    await server.db.kysely.updateTable('hotel').set({ deleted_at: new Date() }).where('id', '=', hotel_id).execute();
    expect((await loadActorOf(person)).hotels).toEqual([hotel_id]);
  });

  test('is a guest without codes or hotels if its role group is deleted', async () => {
    const role_group_id = await server.createRoleGroup('group', ['VIEW_MEMBER']);
    const person = await server.createUser({ role_group_id });
    await server.db.kysely
      .updateTable('role_group')
      .set({ deleted_at: new Date() })
      .where('id', '=', role_group_id)
      .execute();
    expect(await loadActorOf(person)).toMatchObject({
      role: 'guest',
      roles: new Set(),
      accessLevel: null,
      hotels: [],
      regions: [],
    });
  });

  test('loses the codes of an inactive module', async () => {
    const person = await server.createUser({ codes: ['VIEW_TYPE_INPUT', 'VIEW_MEMBER'] });
    await server.db.kysely.updateTable('module').set({ is_active: false }).where('slug', '=', 'type-input').execute();
    expect([...(await loadActorOf(person)).roles]).toEqual(['VIEW_MEMBER']);
    await server.db.kysely.updateTable('module').set({ is_active: true }).where('slug', '=', 'type-input').execute();
    expect([...(await loadActorOf(person)).roles]).toEqual(['VIEW_MEMBER', 'VIEW_TYPE_INPUT']);
  });

  test('may do everything that one of its codes allows', async () => {
    const actor = await loadActorOf(await server.createUser({ codes: ['VIEW_MEMBER'] }));
    expect(can(actor, 'UPDATE_MEMBER', 'VIEW_MEMBER')).toBe(true);
    expect(can(actor, 'UPDATE_MEMBER')).toBe(false);
    expect(() => requirePermission(actor, 'UPDATE_MEMBER')).toThrow('forbidden');
  });
});

describe('the permissions version', () => {
  let actor: Actor;
  let place: Awaited<ReturnType<typeof server.createHotel>>;
  beforeEach(async () => {
    place = await server.createHotel();
    const person = await server.createUser({
      role_group_id: await server.createRoleGroup('region', ['VIEW_MEMBER', 'VIEW_HOTEL']),
    });
    await server.assign(person.id, place.region_id);
    actor = await loadActorOf(person);
  });
  const readVersion = async () => {
    const { rows } = await server.db.pool.query<{ stamp: string | null }>(
      'select token_permissions_version($1, $2)::text as stamp',
      [actor.tokenHash, server.clock.now()],
    );
    return rows[0]?.stamp ?? null;
  };

  test('does not change while rights and assignments are unchanged', async () => {
    expect(await readVersion()).toBe(actor.stamp);
    await server.signIn(
      await server.db.kysely.selectFrom('users').selectAll().where('id', '=', actor.userId).executeTakeFirstOrThrow(),
    );
    await server.db.kysely.updateTable('membership').set({ name: 'Another' }).execute();
    expect(await readVersion()).toBe(actor.stamp);
  });

  test('counts a transaction as one change, regardless of its size', async () => {
    const read = async () =>
      (
        await server.db.pool.query<{ n: number }>(
          `select count(*)::int as n from permissions_version where subject = 'places'`,
        )
      ).rows[0]?.n ?? 0;
    const before = await read();
    await server.db.pool.query(`update hotel set name = name || ' II'`);
    expect([before + 1, 2]).toContain(await read());
    expect(await readVersion()).not.toBe(actor.stamp);
  });

  const ownCases: Record<string, string> = {
    users: 'update users set name = name || 1 where id = $1',
    role_group: `update role_group set description = description || 1
                 where id = (select role_group_id from users where id = $1)`,
    role_group_role:
      'delete from role_group_role where role_group_id = (select role_group_id from users where id = $1)',
    region_users: 'update region_users set deleted_at = now() where user_id = $1',
    hotel: 'update hotel set name = name || 1 where $1 > 0 and id = (select max(id) from hotel)',
    country: 'update country set name = name || 1 where $1 > 0 and id = (select max(id) from country)',
    region: 'update region set name = name || 1 where $1 > 0 and id = (select max(id) from region)',
    module: "update module set name = name || 1 where $1 > 0 and slug = 'dashboard'",
  };
  test.each(Object.keys(ownCases))('changes with every change of %s that concerns the user', async (table) => {
    await server.db.pool.query(ownCases[table] ?? '', [actor.userId]);
    expect(await readVersion()).not.toBe(actor.stamp);
  });

  test('ignores changes of other users, and of assignments for users who see every hotel', async () => {
    await server.createUser({ role_group_id: await server.createRoleGroup('region', ['VIEW_MEMBER']) });
    expect(await readVersion()).toBe(actor.stamp);
    actor = await loadActorOf(await server.createUser());
    await server.createHotel();
    expect(await readVersion()).toBe(actor.stamp);
  });

  test('never repeats under concurrent changes', async () => {
    const stamps = new Set([actor.stamp]);
    for (let round = 0; round < 5; round++) {
      await Promise.all(
        Array.from({ length: 20 }, () =>
          server.db.pool.query('update region set name = name || 1 where id = $1', [place.region_id]),
        ),
      );
      const now = await readVersion();
      expect(stamps.has(now ?? '')).toBe(false);
      stamps.add(now ?? '');
    }
    const { rows } = await server.db.pool.query(
      "select count(*) as rows from permissions_version where subject = 'places'",
    );
    expect(rows[0].rows).toBeLessThan(60);
  });

  test('changes for other transactions only after the commit', async () => {
    await server.db.kysely.transaction().execute(async (tx) => {
      await tx.updateTable('region').set({ name: 'Renamed' }).where('id', '=', place.region_id).execute();
      const { rows } = await sql<{
        stamp: string;
      }>`select ${permissionsVersionSql(actor, server.clock.now())} as stamp`.execute(tx);
      expect(rows[0]?.stamp).toBe(actor.stamp);
      expect(await readVersion()).toBe(actor.stamp);
    });
    expect(await readVersion()).not.toBe(actor.stamp);
  });
});

describe('the actor cache', () => {
  const createActor = (n: number): Actor => ({
    userId: n,
    name: '',
    sessionId: n,
    tokenHash: hashToken(String(n)),
    mustChangePassword: false,
    mustSetUpSecondFactor: false,
    role: 'guest',
    roles: new Set(),
    accessLevel: null,
    hotels: [],
    regions: [],
    stamp: '1',
  });

  test('retains the most recently used actors', () => {
    const cache = createActorCache(2);
    cache.store(createActor(1));
    cache.store(createActor(2));
    expect(cache.find(hashToken('1'))?.userId).toBe(1);
    cache.store(createActor(3));
    expect(cache.find(hashToken('2'))).toBeUndefined();
    expect(cache.find(hashToken('1'))?.userId).toBe(1);
    cache.remove(hashToken('1'));
    expect(cache.find(hashToken('1'))).toBeUndefined();
  });
});
