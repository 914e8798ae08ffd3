import { connect } from 'node:net';
import { errors, getResource } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { readDatabaseState } from '../../testing/database-state.ts';
import { type CallOptions, call, createFormBody } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { NON_TEXTS, STORABLE, UNSTORABLE } from '../../testing/hostile-values.ts';
import { createRotation } from '../../testing/rotation.ts';
import { createInputs } from '../../testing/inputs.ts';
import { everyWritable } from '../../testing/resources.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Malformed requests, independent of the resource. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const MB = 1024 * 1024;

const region = getResource('region');
const post = (path: string, options: CallOptions = {}) => call(app, admin.token, 'POST', `/api/${path}`, options);
const createJsonOptions = (body: string | Buffer) => ({ body, headers: { 'content-type': 'application/json' } });

const otherTypes = createRotation([
  'text/plain',
  'application/xml',
  'text/html',
  'application/octet-stream',
  'image/png',
  'application/jsonx',
  'json',
  'x',
  'multipart/mixed; boundary=x',
]);
const prototypeKeys = createRotation([
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
]);
const oversizedBodies = createRotation([MB, 10 * MB]);

describe.each(everyWritable)('a write of %s', (key, d) => {
  test('returns 415 for an unsupported content type', async () => {
    const { id } = await inputs.create(d);
    const before = await readDatabaseState(db);
    for (const type of otherTypes(3)) {
      for (const path of [
        key,
        `${key}/${id}`,
        `${key}/${id}/restore`,
        `${key}/destroyBulk`,
        `${key}/restoreBulk`,
        `${key}/updateBulk`,
        `${key}/undoBulk`,
      ]) {
        expectError(await post(path, { body: '{}', headers: { 'content-type': type } }), 415, 'unsupported_media_type');
      }
    }
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('returns 413 if it is too large', async () => {
    const { id } = await inputs.create(d);
    const [field = ''] = Object.keys(await inputs.createChange(d));
    const before = await readDatabaseState(db);
    const createFilePart = (size: number) =>
      Buffer.concat([
        Buffer.from(`--x\r\ncontent-disposition: form-data; name="${field}"; filename="a.png"\r\n\r\n`),
        Buffer.alloc(size, 'a'),
        Buffer.from('\r\n--x--\r\n'),
      ]);
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const path of [key, `${key}/${id}`]) {
      for (const size of oversizedBodies(1, path === key ? 'create' : 'update'))
        expectError(await post(path, { body: { [field]: 'x'.repeat(size) } }), 413, 'too_large');
      expectError(await post(path, createFormBody({ [field]: 'x'.repeat(MB + 1) })), 413, 'too_large');
      expectError(await post(path, { body: createFilePart(10 * MB + 1), headers: form }), 413, 'too_large');
    }
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('is rejected at its field if it sends a file to a field of another kind', async () => {
    const { id } = await inputs.create(d);
    const [field = ''] = Object.keys(await inputs.createChange(d));
    const before = await readDatabaseState(db);
    const body = Buffer.from(
      `--x\r\ncontent-disposition: form-data; name="${field}"; filename="a.txt"\r\n\r\nabc\r\n--x--\r\n`,
    );
    expectInvalid(
      await post(`${key}/${id}`, { body, headers: { 'content-type': 'multipart/form-data; boundary=x' } }),
      field,
    );
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('is rejected if a field has the name of an object prototype property', async () => {
    const { id } = await inputs.create(d);
    const before = await readDatabaseState(db);
    for (const path of [key, `${key}/${id}`]) {
      for (const name of prototypeKeys(2)) {
        const jsonReply = await post(path, createJsonOptions(`{"${name}":{"prototype":{"polluted":1}}}`));
        const formReply = await post(path, createFormBody(JSON.parse(`{"${name}":"x"}`)));
        for (const reply of [jsonReply, formReply]) {
          expect([400, 422], reply.text).toContain(reply.status);
          expectError(reply, reply.status);
        }
      }
    }
    expect('polluted' in {}).toBe(false);
    expect(await readDatabaseState(db)).toEqual(before);
  });
});

test('a malformed body returns 400, and nothing is written', async () => {
  const before = await readDatabaseState(db);
  const depth = 200_000;
  const invalidBodies = [
    '{',
    '{"a":}',
    "{'a':1}",
    '{"a":1}x',
    '[1,2',
    '\u0000',
    '\ufeff',
    '{"a":"\n"}',
    'undefined',
    '{"__proto__":{"x":1}}',
    '{"a":{"__proto__":1}}',
    '{"constructor":{"prototype":{}}}',
  ];
  for (const body of invalidBodies) expectError(await post('region', createJsonOptions(body)), 400, 'bad_request');
  for (const body of ['[]', '"x"', '1', 'true', '[{"code":"X","name":"Y"}]'])
    expectError(await post('region', createJsonOptions(body)), 400, 'bad_request');
  for (const body of [
    `${'['.repeat(depth)}${']'.repeat(depth)}`,
    `{"name":${'[{"a":'.repeat(depth / 8)}1${'}]'.repeat(depth / 8)}}`,
  ]) {
    const reply = await post('region', createJsonOptions(body));
    expect([400, 422], reply.text.slice(0, 200)).toContain(reply.status);
  }
  const form = 'content-disposition: form-data; name="name"\r\n\r\nx\r\n';
  const forms: readonly (readonly [string, string])[] = [
    ['multipart/form-data', `--x\r\n${form}--x--\r\n`],
    ['multipart/form-data; boundary=', `--x\r\n${form}--x--\r\n`],
    ['multipart/form-data; boundary=x', `--x\r\n${form}`],
    ['multipart/form-data; boundary=x', '--x\r\n'],
    ['multipart/form-data; boundary=x', 'no form'],
    [
      'multipart/form-data; boundary=x',
      `--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--x--\r\n`,
    ],
    ['multipart/form-data; boundary=x', `--x\r\ncontent-disposition: form-data\r\n\r\nx\r\n--x--\r\n`],
  ];
  for (const [type, body] of forms) {
    const reply = await post('region', { body, headers: { 'content-type': type } });
    expect([400, 422], `${type} ${body}: ${reply.text}`).toContain(reply.status);
    expectError(reply, reply.status);
  }
  expect(await readDatabaseState(db)).toEqual(before);
});

test('an invalid header is rejected by name, or ignored', async () => {
  const { id } = await inputs.create(region);
  const before = await readDatabaseState(db);
  for (const zone of [
    ...STORABLE.filter((s) => /^[\x20-\x7e]+$/.test(s) && !/^\d+$/.test(s)),
    'UTC; drop table',
    'x'.repeat(5000),
    'Asia/Jakarta,UTC',
  ]) {
    const reply = await call(app, admin.token, 'GET', '/api/region', { headers: { 'x-time-zone': zone } });
    expectInvalid(reply, 'X-Time-Zone');
    expectInvalid(await post(`region/${id}`, { body: {}, headers: { 'x-time-zone': zone } }), 'X-Time-Zone');
    expectInvalid(
      await post(`region/${id}`, { body: {}, headers: { 'if-unmodified-since-version': zone } }),
      'If-Unmodified-Since-Version',
    );
  }
  for (const language of ['', 'xx', '*', ';;q=', 'x'.repeat(5000), 'en;q=2', '../..']) {
    expect(
      (await call(app, admin.token, 'GET', `/api/region/${id}`, { headers: { 'accept-language': language } })).status,
    ).toBe(200);
  }
  for (const authorization of [
    'Bearer',
    'Bearer ',
    `Bearer ${'x'.repeat(5000)}`,
    `Bearer ${admin.token} x`,
    `bearer\t${admin.token}`,
    'Basic eDp5',
    "Bearer ' or 1=1",
  ]) {
    expectError(await call(app, null, 'GET', '/api/region', { headers: { authorization } }), 401, 'unauthenticated');
  }
  expect(await readDatabaseState(db)).toEqual(before);
});

test('a list rejects more conditions than it accepts', async () => {
  const query = Array.from({ length: 60 }, (_, i) => `filter[id][gt]=${i}`).join('&');
  expectInvalid(await call(app, admin.token, 'GET', `/api/region?${query}`), 'filter');
  expectInvalid(await call(app, admin.token, 'GET', '/api/region?sort=id,id,id,id,id,id'), 'sort');
});

test('the session calls reject invalid input like all others', async () => {
  const calls: readonly (readonly [string, readonly string[]])[] = [
    ['/api/user/settings', ['settings']],
    ['/api/user/bookmark', ['bookmark']],
    ['/api/user/profile', ['name', 'phone_no', 'photo', 'nonsense']],
    ['/api/user/password', ['current_password', 'password', 'password_confirmation']],
    ['/api/user/two_factor', ['current_password', 'nonsense']],
    ['/api/user/two_factor/confirm', ['code', 'nonsense']],
    ['/api/user/two_factor/recovery_codes', ['current_password']],
    ['/api/user/two_factor/remove', ['current_password', 'code']],
    [`/api/users/${admin.id}/two_factor/remove`, ['nonsense']],
    ['/api/password/reset', ['email', 'password', 'password_confirmation', 'token']],
    [
      '/oauth/token',
      ['grant_type', 'username', 'password', 'otp', 'client_id', 'refresh_token', 'scope', 'remember_me'],
    ],
  ];
  const invalidValues = [...NON_TEXTS, ...UNSTORABLE.slice(0, 4), ...STORABLE.slice(0, 3)];
  for (const [path, fields] of calls) {
    for (const field of fields) {
      for (const value of invalidValues) {
        const body = {
          ...(path === '/oauth/token' && { grant_type: 'refresh_token', client_id: '1', refresh_token: 'x' }),
          [field]: value,
        };
        const reply = await call(app, path === '/oauth/token' ? null : admin.token, 'POST', path, { body });
        expect(reply.status, `${path} ${field} ${JSON.stringify(value).slice(0, 40)}: ${reply.text}`).toBeLessThan(500);
        if (reply.status >= 400)
          expect(reply.body).toMatchObject({
            error: expect.any(String),
            message: expect.any(String),
            request_id: expect.any(String),
          });
      }
    }
  }
});

test('bytes that are not an HTTP request get a 400 in the format of the API’s errors', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  for (const bytes of [
    'nonsense\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /api/region HTTP/1.1\r\nhost: x\r\na b: c\r\n\r\n',
    `GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(70_000)}\r\n\r\n`,
  ]) {
    const text = await sendRawRequest(port, bytes);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(body)).toEqual({
      error: 'bad_request',
      message: errors.bad_request.en,
      request_id: expect.any(String),
    });
  }
});

/** Sends bytes and returns everything received until the server closes the connection. */
const sendRawRequest = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket
      .setEncoding('utf8')
      .on('data', (chunk: string) => (text += chunk))
      .on('close', () => resolve(text))
      .on('error', reject);
  });
