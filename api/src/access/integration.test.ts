// Core test: who may do what.
import { resources } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { call } from '../testing/call.ts';
import { expectError, expectInvalid } from '../testing/expectations.ts';
import { createInputs } from '../testing/inputs.ts';
import { createSystem } from '../testing/system.ts';
import { startTestApp } from '../testing/test-app.ts';
import { createUser } from '../testing/user.ts';
import { createHotel, createBaseRecords } from '../testing/base-records.ts';
import { loadIntegration } from './integration.ts';
import { createQuotaTracker } from './quota.ts';
import { hashToken } from './token.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const NOW = new Date('2026-05-22T03:00:00Z');
api.setClock(NOW);

const editRecord = (id: number, body: object, key = 'integration') =>
  call(app, admin.token, 'POST', `/api/${key}/${id}`, { body });
const requestStatus = (token: string | null, options = {}) =>
  call(app, token, 'GET', '/integration/v1/status', options);

describe('a token of an integration', () => {
  test('identifies the caller, its hotel, time zone and rights', async () => {
    const { id, name, request } = await createSystem(api, baseRecords.hotel, { may_redeem: false });
    const { body } = await request('GET', 'status');
    expect(body.data).toMatchObject({
      integration: { id, name },
      hotel: { id: baseRecords.hotel },
      time_zone: 'Asia/Jakarta',
      may: { read_members: true, redeem: false, post_visits: true },
      now: '2026-05-22 03:00:00',
    });
  });

  test('works right after creation, at up to 600 calls a minute, until it is replaced', async () => {
    const reply = await call<{ data: { id: number; access_token: string } }>(
      app,
      admin.token,
      'POST',
      '/api/integration',
      {
        body: await inputs.createRequired(resources.integration, { hotel_id: baseRecords.hotel }),
      },
    );
    const { id, access_token } = reply.body.data;
    const servedReply = await requestStatus(access_token);
    expect([servedReply.status, servedReply.headers['ratelimit-limit']]).toEqual([200, '600']);
    const otherReply = await call<{ data: { access_token: string } }>(
      app,
      admin.token,
      'POST',
      `/api/integration/${id}/token`,
    );
    expectError(await requestStatus(access_token), 401, 'unauthenticated');
    expect((await requestStatus(otherReply.body.data.access_token)).status).toBe(200);
  });

  test('is rejected by the calls of the console, and a session token by the integration calls', async () => {
    const { token } = await createSystem(api, baseRecords.hotel);
    expectError(await call(app, token, 'GET', '/api/user'), 401, 'unauthenticated');
    expectError(await call(app, token, 'GET', '/api/visit/1/history'), 401, 'unauthenticated');
    expectError(await call(app, token, 'POST', '/api/visit', { body: {} }), 401, 'unauthenticated');
    expectError(await requestStatus(admin.token), 401, 'unauthenticated');
    expectError(await requestStatus(null), 401, 'unauthenticated');
  });

  test('is rejected from the next call on, once it or its hotel is inactive or deleted', async () => {
    const ownHotel = await createHotel(db, baseRecords.country);
    const system = await createSystem(api, ownHotel);
    const expectStatus = async (expected: number) => {
      for (const [method, path] of [
        ['GET', 'status'],
        ['GET', 'visits'],
        ['POST', 'visits'],
        ['DELETE', 'redemptions/1'],
      ] as const) {
        const { status: respondedTo } = await system.request(method, path, method === 'GET' ? undefined : {});
        if (expected === 401) expect(respondedTo, `${method} ${path}`).toBe(401);
        else expect(respondedTo, `${method} ${path}`).not.toBe(401);
      }
    };
    await expectStatus(200);
    await editRecord(system.id, { is_active: 0 });
    await expectStatus(401);
    await editRecord(system.id, { is_active: 1 });
    await expectStatus(200);
    await editRecord(ownHotel, { is_active: 0 }, 'hotel');
    await expectStatus(401);
    await editRecord(ownHotel, { is_active: 1 }, 'hotel');
    await expectStatus(200);
    await call(app, admin.token, 'DELETE', `/api/integration/${system.id}`);
    await expectStatus(401);
  });

  test("is valid until the end of its last day in the hotel's time zone", async () => {
    const { request } = await createSystem(api, baseRecords.hotel, { end_date: '2026-05-22' });
    api.setClock(new Date('2026-05-22T16:59:59Z'));
    expect((await request('GET', 'status')).status).toBe(200);
    api.setClock(new Date('2026-05-22T17:00:00Z'));
    expectError(await request('GET', 'status'), 401, 'unauthenticated');
  });

  test('is valid only from its listed addresses and ranges', async () => {
    const { id, request } = await createSystem(api, baseRecords.hotel, { addresses: '10.1.0.0/16\n2001:db8::/32' });
    expectError(await request('GET', 'status'), 403, 'forbidden');
    expectError(await request('POST', 'visits', {}), 403, 'forbidden');
    expect((await editRecord(id, { addresses: '10.1.0.0/16\n127.0.0.1' })).status).toBe(200);
    expect((await request('GET', 'status')).status).toBe(200);
    for (const addresses of ['10.1.0.0/33', 'hotel.example', '10.1.0', '10.0.0.0/8/9'])
      expectInvalid(await editRecord(id, { addresses }), 'addresses');
  });

  test('grants exactly the rights of its list', async () => {
    const { id, request } = await createSystem(api, baseRecords.hotel, {
      may_read_members: false,
      may_post_visits: false,
    });
    expectError(await request('GET', 'members?email=a@b.test'), 403, 'forbidden');
    expectError(await request('GET', 'members/1/vouchers'), 403, 'forbidden');
    expectError(await request('POST', 'visits', {}), 403, 'forbidden');
    expectError(await request('GET', 'visits'), 403, 'forbidden');
    expect((await request('GET', 'redemptions')).status).toBe(200);
    await editRecord(id, { may_redeem: 0, may_read_members: 1 });
    expectError(await request('POST', 'redemptions', {}), 403, 'forbidden');
    expect((await request('GET', 'members?email=a@b.test')).status).toBe(200);
  });

  test('delays the next unknown one if it is unknown, but never a valid one', async () => {
    const { request } = await createSystem(api, baseRecords.hotel);
    const requestWithWrongToken = (n: number) => requestStatus(`ink_it_${'wrong'.repeat(8)}${n}`);
    const statuses: number[] = [];
    let lastReply = await requestWithWrongToken(0);
    for (let n = 1; lastReply.status === 401 && n < 30; n += 1) {
      statuses.push(lastReply.status);
      lastReply = await requestWithWrongToken(n);
    }
    expect(statuses.length).toBeGreaterThan(10);
    expect(lastReply.status).toBe(429);
    expect(Number(lastReply.headers['retry-after'])).toBeGreaterThan(0);
    expect((await request('GET', 'status')).status).toBe(200);
  });

  test('counts against its network, not against a single address, if it is unknown', async () => {
    const requestWithWrongToken = (n: number, remoteAddress: string) =>
      app.inject({
        url: '/integration/v1/status',
        headers: { authorization: `Bearer ink_it_${'guess'.repeat(8)}${n}` },
        remoteAddress,
      });
    for (let n = 0; n < 20; n += 1) expect((await requestWithWrongToken(n, `2001:db8:1:2::${n}`)).statusCode).toBe(401);
    expect((await requestWithWrongToken(20, '2001:db8:1:2:ffff::1')).statusCode).toBe(429);
    expect((await requestWithWrongToken(21, '2001:db8:1:3::1')).statusCode).toBe(401);
  });
});

describe('integration calls', () => {
  test('are limited per minute, report the limit in headers, and reset in the next minute', async () => {
    const { request } = await createSystem(api, baseRecords.hotel, { calls_per_minute: 3 });
    api.setClock(new Date('2026-05-22T03:00:15Z'));
    const remaining: unknown[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { status: respondedTo, headers } = await request('GET', 'status');
      expect(respondedTo).toBe(200);
      expect(headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-reset': '45' });
      remaining.push(headers['ratelimit-remaining']);
    }
    expect(remaining).toEqual(['2', '1', '0']);
    const { headers } = await request('POST', 'visits', {});
    expectError(await request('POST', 'visits', {}), 429, 'too_many_requests');
    expect(headers).toMatchObject({ 'retry-after': '45', 'ratelimit-remaining': '0' });
    api.setClock(new Date('2026-05-22T03:01:00Z'));
    expect((await request('GET', 'status')).status).toBe(200);
  });

  test('are limited across all processes', async () => {
    const { id, request } = await createSystem(api, baseRecords.hotel, { calls_per_minute: 100 });
    const now = new Date('2026-05-22T03:02:00Z');
    api.setClock(now);
    const otherTracker = createQuotaTracker(db);
    const system = (await loadIntegration(db, hashToken((await createSystem(api, baseRecords.hotel)).token), now))
      ?.integration;
    if (!system) throw new Error('The integration is missing');
    const otherIntegration = { ...system, id, callsPerMinute: 100 };
    const results = await Promise.allSettled(
      Array.from({ length: 120 }, async (_, n) => {
        if (n % 2 === 0) return otherTracker.take(otherIntegration, now);
        const { status: respondedTo } = await request('GET', 'status');
        if (respondedTo !== 200) throw new Error(String(respondedTo));
      }),
    );
    const servedCount = results.filter((result) => result.status === 'fulfilled').length;
    expect(servedCount).toBe(100);
    await otherTracker.stop();
  });

  test("show a day's counts, failures and last use in the list", async () => {
    const { id, request, token } = await createSystem(api, baseRecords.hotel, { may_redeem: false });
    const now = new Date(Math.floor(Date.now() / 1000) * 1000);
    const quotaTracker = createQuotaTracker(db);
    const system = (await loadIntegration(db, hashToken(token), now))?.integration;
    if (!system) throw new Error('The integration is missing');
    for (const isFailure of [false, true, false]) quotaTracker.count(system, isFailure, now);
    await quotaTracker.stop();
    const readReply = await call<{ data: Record<string, unknown> }>(app, admin.token, 'GET', `/api/integration/${id}`);
    expect(readReply.body.data).toMatchObject({
      calls_day: 3,
      failures_day: 1,
      last_used_at: now.toISOString().slice(0, 19).replace('T', ' '),
    });
    expect((await request('GET', 'status')).status).toBe(200);
  });
});

test('return 404 for an unknown path, 405 for a wrong method, 400 for a write without a key', async () => {
  const { token, request } = await createSystem(api, baseRecords.hotel);
  for (const path of ['/integration', '/integration/v1', '/integration/v1/nothing', '/integration/v2/status'])
    for (const userToken of [token, null]) expectError(await call(app, userToken, 'GET', path), 404, 'route_not_found');
  const otherReply = await request('DELETE', 'visits');
  expectError(otherReply, 405, 'method_not_allowed');
  expect(otherReply.headers.allow).toMatch(/GET.*POST/);
  for (const [method, path] of [
    ['POST', 'visits'],
    ['POST', 'redemptions'],
    ['DELETE', 'redemptions/1'],
  ] as const)
    expectError(await call(app, token, method, `/integration/v1/${path}`, { body: {} }), 400, 'bad_request');
  expectInvalid(await request('GET', 'visits?page=2'), 'page');
  expectInvalid(await request('GET', 'visits?limit=501'), 'limit');
});
