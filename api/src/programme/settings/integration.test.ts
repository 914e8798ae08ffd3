import { hash } from 'node:crypto';
import { resources } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createHotel, createWorld } from '../../testing/world.ts';

const { app, db, ...api } = await startTestApp();
const admin = await createUser(db, { level: 'group' });
const world = await createWorld(db);
const inputs = createInputs({ app, db, ...api }, admin, world);

interface Shown {
  readonly data: { readonly id: number; readonly version: number; readonly access_token?: string };
}
const post = (path: string, body: object = {}, headers: Record<string, string> = {}) =>
  call<Shown>(app, admin.token, 'POST', `/api/integration${path}`, { body, headers });
const input = (over: object = {}) => inputs.required(resources.integration, { hotel_id: world.hotel, ...over });
/** A new integration with a token that the server made. */
async function issue(over: object = {}) {
  const { status, text, body } = await post('', await input(over));
  expect(status, text).toBe(201);
  return { id: body.data.id, token: body.data.access_token ?? '' };
}

/** The integrations that a token opens: found by its hash, switched on, of a hotel that is there and switched on. */
const opened = async (token: string): Promise<number[]> => {
  const { rows } = await db.pool.query<{ id: number }>(
    `select i.id from integration i join hotel h on h.id = i.hotel_id
     where i.access_token = $1 and i.is_active and i.deleted_at is null and h.is_active and h.deleted_at is null`,
    [hash('sha256', token)],
  );
  return rows.map(({ id }) => id);
};

describe('access_token (optional; blank means one is generated automatically)', () => {
  test('is made where none is sent, shown in that answer, and found by its hash', async () => {
    const { id, token } = await issue();
    expect(token).toMatch(/^ink_it_[\w-]{43}$/);
    expect(await opened(token)).toEqual([id]);
    for (const blank of [{ access_token: '' }, { access_token: null }])
      expect((await issue(blank)).token).toMatch(/^ink_it_/);
  });

  test('is kept nowhere else: in no record, list, choice, history or log', async () => {
    const { id, token } = await issue();
    const { token: other } = await replace(id);
    for (const path of [`/${id}`, '', '/choices', `/${id}/history`]) {
      const { status, text } = await call(app, admin.token, 'GET', `/api/integration${path}`);
      expect(status).toBe(200);
      expect(text).not.toMatch(/ink_it_|"access_token":"(?!•)/);
    }
    const everything = await db.pool.query<{ row: string }>(
      `select o::text as row from operation o union all select i::text from integration i union all select k::text from idempotency_key k`,
    );
    for (const { row } of everything.rows) for (const plain of [token, other]) expect(row).not.toContain(plain);
  });

  test('that is sent is taken, and not told again', async () => {
    const own = 'The.hotels-own_token/of~40+characters==';
    const { status, body } = await post('', await input({ access_token: own }));
    expect([status, body.data.access_token]).toEqual([201, undefined]);
    expect(await opened(own)).toEqual([body.data.id]);
    expectInvalid(await post('', await input({ access_token: own })), 'access_token');
  });

  test.each(['a-short-one', 'thirty-two characters with spaces in', 'x'.repeat(129), `${'x'.repeat(40)}ä`])(
    'is refused where it could be guessed or not be sent: $0',
    async (access_token) => {
      expectInvalid(await post('', await input({ access_token })), 'access_token');
    },
  );
});

async function replace(id: number, headers: Record<string, string> = {}) {
  const { status, text, body } = await post(`/${id}/token`, {}, headers);
  expect(status, text).toBe(200);
  return { token: body.data.access_token, version: body.data.version };
}

describe('replaced on demand', () => {
  test('the new token serves at once, and the old one no more', async () => {
    const { id, token } = await issue();
    const { token: made = '' } = await replace(id);
    expect([await opened(token), await opened(made)]).toEqual([[], [id]]);
    const own = 'another-token-of-their-own-0123456789';
    expect((await post(`/${id}`, { access_token: own })).status).toBe(200);
    expect([await opened(made), await opened(own)]).toEqual([[], [id]]);
  });

  test('an update without one leaves it as it is', async () => {
    const { id, token } = await issue();
    const { status, body } = await post(`/${id}`, { name: 'Another name', access_token: '' });
    expect([status, body.data.access_token]).toEqual([200, undefined]);
    expect(await opened(token)).toEqual([id]);
  });

  test('needs UPDATE_INTEGRATION, sight of the hotel, and the version that stands', async () => {
    const { id, token } = await issue();
    const reader = await createUser(db, { level: 'group', codes: ['VIEW_INTEGRATION', 'STORE_INTEGRATION'] });
    const stranger = await createUser(db, {
      level: 'property',
      assignments: [{ region_id: world.region, restrict_hotel_id: await createHotel(db, world.country) }],
    });
    const ask = (by: string, headers = {}) =>
      call(app, by, 'POST', `/api/integration/${id}/token`, { body: {}, headers });
    expectError(await ask(reader.token), 403, 'forbidden');
    expectError(await ask(stranger.token), 404, 'record_not_found');
    expectError(await ask(admin.token, { 'if-unmodified-since-version': '7' }), 409, 'stale_record');
    expect(await opened(token)).toEqual([id]);
    expect((await call(app, admin.token, 'DELETE', `/api/integration/${id}`)).status).toBe(200);
    expectError(await ask(admin.token), 409, 'conflict');
  });

  test('is told in the history, without a word of it', async () => {
    const { id } = await issue();
    await replace(id);
    const { body } = await call<{ data: { action: string; changes: object }[] }>(
      app,
      admin.token,
      'GET',
      `/api/integration/${id}/history`,
    );
    expect(body.data[0]).toMatchObject({ action: 'update', changes: { access_token: ['••••••', '••••••'] } });
  });
});

test('a repeated request under the same Idempotency-Key gets the record without its token', async () => {
  const key = { 'idempotency-key': 'one-integration' };
  const body = await input();
  const [first, again] = [await post('', body, key), await post('', body, key)];
  expect([first.status, again.status]).toEqual([201, 201]);
  const { access_token, ...rest } = first.body.data;
  expect(access_token).toMatch(/^ink_it_/);
  expect(again.body.data).toEqual(rest);
  const { id } = rest;
  const replaced = await replace(id, { 'idempotency-key': 'one-token' });
  const repeated = await replace(id, { 'idempotency-key': 'one-token' });
  expect(repeated).toEqual({ token: undefined, version: replaced.version });
  expect(await opened(replaced.token ?? '')).toEqual([id]);
});

describe('a token opens nothing', () => {
  test('once its integration is switched off or deleted', async () => {
    const { id, token } = await issue();
    await post(`/${id}`, { is_active: 0 });
    expect(await opened(token)).toEqual([]);
    await post(`/${id}`, { is_active: 1 });
    expect(await opened(token)).toEqual([id]);
    await call(app, admin.token, 'DELETE', `/api/integration/${id}`);
    expect(await opened(token)).toEqual([]);
  });

  test('once its hotel is switched off', async () => {
    const hotel = await createHotel(db, world.country);
    const { token } = await issue({ hotel_id: hotel });
    expect(await opened(token)).toHaveLength(1);
    await db.kysely.updateTable('hotel').set({ is_active: false }).where('id', '=', hotel).execute();
    expect(await opened(token)).toEqual([]);
  });
});

test('only the hash of a token can be stored', async () => {
  const { id } = await issue();
  await expect(
    db.pool.query(`update integration set access_token = 'ink_it_plain' where id = $1`, [id]),
  ).rejects.toThrow('integration_access_token_check');
});
