import { describe, expect, test } from 'vitest';
import { call, createFormBody } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { MAX_ERRORS } from './api-error.ts';
import { MAX_NAMES } from './name-limits.ts';

const api = await startTestApp();
const { app, db } = api;
const user = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);

const createNames = (count: number): string[] => Array.from({ length: count }, (_, n) => `n${n}`);
const createJsonBody = (count: number): string =>
  JSON.stringify(Object.fromEntries(createNames(count).map((name) => [name, 1])));
const JSON_TYPE = { 'content-type': 'application/json' };

/** A body with the given number of names, in each supported format. */
const BODIES = {
  JSON: (count) => ({ body: createJsonBody(count), headers: JSON_TYPE }),
  'nested JSON': (count) => ({ body: `{"a":[{"b":${createJsonBody(count - 2)}}]}`, headers: JSON_TYPE }),
  'a URL-encoded form': (count) => ({
    body: createNames(count).join('&'),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  'JSON in a URL-encoded form': (count) => ({
    body: new URLSearchParams({ name: 'x', filter: ` ${createJsonBody(count - 2)}` }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  'a multipart form': (count) => createFormBody(Object.fromEntries(createNames(count).map((name) => [name, 'x']))),
  'JSON in a multipart form': (count) => createFormBody({ name: 'x', set: createJsonBody(count - 2) }),
  'a JSON part of a multipart form': (count) => ({
    body: `--x\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: application/json\r\n\r\n${createJsonBody(count - 1)}\r\n--x--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  }),
} satisfies Record<string, (count: number) => { body: string | Buffer; headers: Record<string, string> }>;

const TOO_MANY_NAMES = `At most ${MAX_NAMES} names per request`;

describe.each(Object.entries(BODIES))('%s', (_, body) => {
  test.each([
    ['/auth/register', null],
    ['/api/voucher_redeem', user.token],
    ['/api/transaction/wizard', user.token],
    ['/api/saved_view', user.token],
    ['/api/visit', user.token],
    ['/api/region/updateBulk', user.token],
  ])('is rejected in one sentence by %s if it has too many names', async (path, token) => {
    const { message, errors } = expectError(
      await call(app, token, 'POST', path, body(MAX_NAMES + 1)),
      422,
      'validation_failed',
    );
    expect(message).toContain(TOO_MANY_NAMES);
    expect(errors).toBeUndefined();
    const maxReply = await call(app, token, 'POST', path, body(MAX_NAMES));
    expect(maxReply.text).not.toContain(TOO_MANY_NAMES);
  });
});

test('the name of a file in a form counts like any other field', async () => {
  const { headers, body } = BODIES['a multipart form'](MAX_NAMES);
  const boundary = `--${headers['content-type']?.split('=')[1]}\r\n`;
  const file = `${boundary}content-disposition: form-data; name="f"; filename="a"\r\n\r\nx\r\n`;
  const request = { headers, body: Buffer.concat([Buffer.from(file), body]) };
  expect((await call(app, user.token, 'POST', '/api/region', request)).text).toContain(TOO_MANY_NAMES);
});

test('a query with too many names is rejected on every call, signed in or not', async () => {
  for (const [token, method, path] of [
    [user.token, 'GET', '/api/region'],
    [user.token, 'POST', '/api/region'],
    [null, 'GET', '/api/region'],
    [null, 'GET', '/healthz'],
    [null, 'POST', '/auth/register'],
  ] as const) {
    const reply = await call(app, token, method, `${path}?${createNames(MAX_NAMES + 1).join('&')}`);
    expect(expectError(reply, 422, 'validation_failed').message).toContain(TOO_MANY_NAMES);
  }
});

test('values of a list do not count as names', async () => {
  const ids = Array.from({ length: 10_000 }, (_, n) => 900_000 + n);
  expectError(await call(app, user.token, 'POST', '/api/region/destroyBulk', { body: { ids } }), 404);
});

test('a batch of a hotel’s system may have the names of its maximum number of bills', async () => {
  const { request } = await createSystem(api, baseRecords.hotel);
  const bill = Object.fromEntries(createNames(10).map((name) => [name, 1]));
  const visits = Array.from({ length: 1000 }, () => bill);
  const fullBatch = await request('POST', 'visits/batch', { visits });
  expect([fullBatch.status, fullBatch.body.data]).toEqual([200, expect.objectContaining({ length: 1000 })]);
  const oversizedBatch = { visits: [...visits, ...visits] };
  expect((await request('POST', 'visits/batch', oversizedBatch)).text).toContain('names per request');
});

test('console settings may have more names, up to a limit', async () => {
  const saveSettings = (count: number) =>
    call(app, user.token, 'POST', '/api/user/settings', { body: { settings: JSON.parse(createJsonBody(count)) } });
  expect((await saveSettings(2_000)).status).toBe(200);
  expect((await saveSettings(5_001)).text).toContain('names per request');
  const textOptions = { body: { settings: createJsonBody(5_001) } };
  const rejectedReply = expectInvalid(
    await call(app, user.token, 'POST', '/api/user/settings', textOptions),
    'settings',
  );
  expect(rejectedReply.errors?.['settings']).toEqual(['At most 5000 names.']);
});

describe('a response', () => {
  test.each(['JSON', 'a URL-encoded form', 'a multipart form'] as const)(
    'lists the first invalid fields of %s and the number of others',
    async (form) => {
      for (const [path, token] of [
        ['/auth/register', null],
        ['/api/region', user.token],
        ['/api/voucher_redeem', user.token],
        ['/api/saved_view', user.token],
      ] as const) {
        const reply = await call(app, token, 'POST', path, BODIES[form](400));
        const { errors = {}, more_errors: moreErrors = 0 } = expectError(reply, 422, 'validation_failed');
        expect(Object.keys(errors)).toHaveLength(MAX_ERRORS);
        expect(moreErrors).toBeGreaterThanOrEqual(400 - MAX_ERRORS);
        expect(reply.text.length).toBeLessThan(4_000);
      }
    },
  );

  test('lists invalid query parameters, too, and omits `more_errors` if all are listed', async () => {
    const query = await call(app, user.token, 'GET', `/api/user?${createNames(100).join('&')}`);
    expect(expectError(query, 422).more_errors).toBe(100 - MAX_ERRORS);
    const smallReply = await call(app, user.token, 'POST', '/api/region', { body: {} });
    expect(expectError(smallReply, 422)).not.toHaveProperty('more_errors');
  });

  test('does not repeat a name longer than any field name', async () => {
    const name = 'x'.repeat(900_000);
    for (const body of [{ [name]: 1 }, { headers: {}, name }])
      expect((await call(app, user.token, 'POST', '/api/region', { body })).text.length).toBeLessThan(2_000);
  });
});

describe('a rate-limited address', () => {
  test.each([
    ['/auth/register', 'register-from'],
    ['/api/password/email', 'reset-mail-from'],
    ['/api/password/reset', 'reset-from'],
    ['/auth/single-sign-on/finish', 'sign-in-from'],
    ['/auth/passkey/finish', 'sign-in-from'],
  ])('is rejected by %s with its wait before the body is read', async (url, key) => {
    const remoteAddress = `10.77.${url.length}.1`;
    const request = (payload: string, headers = JSON_TYPE) =>
      app.inject({ method: 'POST', url, payload, headers, remoteAddress });
    expect((await request('{')).statusCode).toBe(400);
    await db.pool.query('insert into throttle (subject, attempts, last_at, blocked_until) values ($1, 30, now(), $2)', [
      `${key}:${remoteAddress}`,
      new Date(api.clock().getTime() + 60_000),
    ]);
    for (const [payload, headers] of [
      ['{', JSON_TYPE],
      [createJsonBody(MAX_NAMES + 1), JSON_TYPE],
    ] as const) {
      const response = await request(payload, headers);
      expect([response.statusCode, response.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    }
  });
});
