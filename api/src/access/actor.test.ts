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

async function actorOf(person: { id: number; username: string; email: string }): Promise<Actor> {
  const { access_token } = await server.signIn(person);
  const actor = await loadActor(server.db, hashToken(access_token), server.clock.now());
  if (!actor) throw new Error('There is no actor');
  return actor;
}

describe('an actor', () => {
  test('sees every hotel and holds the sorted codes of its role group at group level', async () => {
    const person = await server.createUser({ codes: ['VIEW_MEMBER', 'UPDATE_USERS', 'STORE_HOTEL'] });
    const actor = await actorOf(person);
    expect(actor).toMatchObject({ userId: person.id, role: 'admin', accessLevel: 'group', hotels: null });
    expect([...actor.roles]).toEqual(['STORE_HOTEL', 'UPDATE_USERS', 'VIEW_MEMBER']);
  });

  test('sees the hotels of its regions at region level, or only the hotel that its assignment names', async () => {
    const [one, other, foreign] = [await server.createHotel(), await server.createHotel(), await server.createHotel()];
    const sibling = await server.createHotel(one);
    await server.createHotel(other);
    const person = await server.createUser({ role_group_id: await server.createRoleGroup('region') });
    await server.assign(person.id, one.region_id);
    await server.assign(person.id, other.region_id, other.hotel_id);
    const actor = await actorOf(person);
    expect(actor).toMatchObject({ role: 'staff', accessLevel: 'region', regions: [one.region_id] });
    expect(actor.hotels).toEqual([one.hotel_id, other.hotel_id, sibling.hotel_id]);
    expect(actor.hotels).not.toContain(foreign.hotel_id);
  });

  test('sees the assigned hotels at property level, and all of a region where no hotel is named', async () => {
    const [narrow, wide] = [await server.createHotel(), await server.createHotel()];
    await server.createHotel(narrow);
    const wideSibling = await server.createHotel(wide);
    const person = await server.createUser({ role_group_id: await server.createRoleGroup('property') });
    await server.assign(person.id, narrow.region_id, narrow.hotel_id);
    await server.assign(person.id, wide.region_id);
    expect(await actorOf(person)).toMatchObject({
      role: 'user',
      accessLevel: 'property',
      hotels: [narrow.hotel_id, wide.hotel_id, wideSibling.hotel_id],
      regions: [wide.region_id],
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
    expect(await actorOf(person)).toMatchObject({ hotels: [], regions: [] });
  });

  test('still sees a deleted hotel, so that it can be restored', async () => {
    const { region_id, hotel_id } = await server.createHotel();
    const person = await server.createUser({ role_group_id: await server.createRoleGroup('region') });
    await server.assign(person.id, region_id);
    await server.db.kysely.updateTable('hotel').set({ deleted_at: new Date() }).where('id', '=', hotel_id).execute();
    expect((await actorOf(person)).hotels).toEqual([hotel_id]);
  });

  test('is a guest without codes or hotels if its role group is deleted', async () => {
    const role_group_id = await server.createRoleGroup('group', ['VIEW_MEMBER']);
    const person = await server.createUser({ role_group_id });
    await server.db.kysely
      .updateTable('role_group')
      .set({ deleted_at: new Date() })
      .where('id', '=', role_group_id)
      .execute();
    expect(await actorOf(person)).toMatchObject({
      role: 'guest',
      roles: new Set(),
      accessLevel: null,
      hotels: [],
      regions: [],
    });
  });

  test('has no codes of an inactive module', async () => {
    const person = await server.createUser({ codes: ['VIEW_TYPE_INPUT', 'VIEW_MEMBER'] });
    await server.db.kysely.updateTable('module').set({ is_active: false }).where('slug', '=', 'type-input').execute();
    expect([...(await actorOf(person)).roles]).toEqual(['VIEW_MEMBER']);
    await server.db.kysely.updateTable('module').set({ is_active: true }).where('slug', '=', 'type-input').execute();
    expect([...(await actorOf(person)).roles]).toEqual(['VIEW_MEMBER', 'VIEW_TYPE_INPUT']);
  });

  test('may do what any of the codes allows', async () => {
    const actor = await actorOf(await server.createUser({ codes: ['VIEW_MEMBER'] }));
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
    actor = await actorOf(person);
  });
  const stamp = async () => {
    const { rows } = await server.db.pool.query<{ stamp: string | null }>(
      'select token_permissions_version($1, $2)::text as stamp',
      [actor.tokenHash, server.clock.now()],
    );
    return rows[0]?.stamp ?? null;
  };

  test('does not change while rights and places stay the same', async () => {
    expect(await stamp()).toBe(actor.stamp);
    await server.signIn(
      await server.db.kysely.selectFrom('users').selectAll().where('id', '=', actor.userId).executeTakeFirstOrThrow(),
    );
    await server.db.kysely.updateTable('membership').set({ name: 'Another' }).execute();
    expect(await stamp()).toBe(actor.stamp);
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
    expect(await stamp()).not.toBe(actor.stamp);
  });

  const own: Record<string, string> = {
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
  test.each(Object.keys(own))('changes with every change of %s that concerns the user', async (table) => {
    await server.db.pool.query(own[table] ?? '', [actor.userId]);
    expect(await stamp()).not.toBe(actor.stamp);
  });

  test('ignores changes of other users, and changes of places for users who see every hotel', async () => {
    await server.createUser({ role_group_id: await server.createRoleGroup('region', ['VIEW_MEMBER']) });
    expect(await stamp()).toBe(actor.stamp);
    actor = await actorOf(await server.createUser());
    await server.createHotel();
    expect(await stamp()).toBe(actor.stamp);
  });

  test('never repeats under concurrent changes', async () => {
    const seen = new Set([actor.stamp]);
    for (let round = 0; round < 5; round++) {
      await Promise.all(
        Array.from({ length: 20 }, () =>
          server.db.pool.query('update region set name = name || 1 where id = $1', [place.region_id]),
        ),
      );
      const now = await stamp();
      expect(seen.has(now ?? '')).toBe(false);
      seen.add(now ?? '');
    }
    const { rows } = await server.db.pool.query(
      "select count(*) as rows from permissions_version where subject = 'places'",
    );
    expect(rows[0].rows).toBeLessThan(60);
  });

  test('changes for other transactions after the commit, not for the writing transaction', async () => {
    await server.db.kysely.transaction().execute(async (tx) => {
      await tx.updateTable('region').set({ name: 'Renamed' }).where('id', '=', place.region_id).execute();
      const { rows } = await sql<{
        stamp: string;
      }>`select ${permissionsVersionSql(actor, server.clock.now())} as stamp`.execute(tx);
      expect(rows[0]?.stamp).toBe(actor.stamp);
      expect(await stamp()).toBe(actor.stamp);
    });
    expect(await stamp()).not.toBe(actor.stamp);
  });
});

describe('the actor cache', () => {
  const known = (n: number): Actor => ({
    userId: n,
    name: '',
    sessionId: n,
    tokenHash: hashToken(String(n)),
    mustChangePassword: false,
    role: 'guest',
    roles: new Set(),
    accessLevel: null,
    hotels: [],
    regions: [],
    stamp: '1',
  });

  test('retains the most recently used actors', () => {
    const cache = createActorCache(2);
    cache.store(known(1));
    cache.store(known(2));
    expect(cache.find(hashToken('1'))?.userId).toBe(1);
    cache.store(known(3));
    expect(cache.find(hashToken('2'))).toBeUndefined();
    expect(cache.find(hashToken('1'))?.userId).toBe(1);
    cache.remove(hashToken('1'));
    expect(cache.find(hashToken('1'))).toBeUndefined();
  });
});
