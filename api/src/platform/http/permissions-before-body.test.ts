import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { call } from '../../testing/call.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';

const { app, db, dataDir } = await startTestApp();
const admin = await createUser(db, { level: 'group' });
/** Registered but not approved yet. */
const stranger = await createUser(db, { level: 'group', codes: [] });

let port: number;
const lines: Socket[] = [];
beforeAll(async () => {
  app.server.on('connection', (socket) => lines.push(socket));
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => {
  for (const line of lines) line.destroy();
});

const FORM = 'multipart/form-data; boundary=line';
const MB = 1024 * 1024;
const partHead = (name: string): string =>
  `--line\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n`;

/** Sends a request that declares a body but holds it back. */
function announce(method: string, path: string, token: string | null, type: string, size: number) {
  const headers = {
    'content-type': type,
    'content-length': size,
    ...(token !== null && { authorization: `Bearer ${token}` }),
  };
  const sending = httpRequest({ port, host: '127.0.0.1', method, path, headers, agent: false });
  sending.on('error', () => undefined); // the server may close the connection
  sending.flushHeaders();
  return sending;
}

/** The status returned although none of the body was sent. */
async function unread(method: string, path: string, token: string | null, type: string, size = 100 * MB) {
  const sending = announce(method, path, token, type, size);
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  sending.destroy();
  return response.statusCode;
}

/** Calls for every signed-in user, limited to their own data or permissions. */
const OWN = /^\/api\/(user(\/|$)|saved_view|import\/)/;

const { body: document } = await call<{ paths: Record<string, Record<string, unknown>> }>(
  app,
  null,
  'GET',
  '/openapi.json',
);
const writes = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.keys(item)
    .filter((method) => path.startsWith('/api/') && method !== 'get' && !path.startsWith('/api/password/'))
    .map((method) => ({ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, '1') })),
);

describe('before any byte of a body is read', () => {
  test('every call without a token is rejected', async () => {
    expect(writes.length).toBeGreaterThan(100);
    for (const type of [FORM, 'application/json']) {
      const responses = await Promise.all(writes.map(({ method, path }) => unread(method, path, null, type)));
      expect(new Set(responses)).toEqual(new Set([401]));
    }
  });

  test('every call without the permission for it is rejected', async () => {
    const calls = writes.filter(({ path }) => !OWN.test(path));
    for (let at = 0; at < calls.length; at += 10) {
      // A user may have this many concurrent large bodies.
      for (const { method, path } of calls.slice(at, at + 10))
        expect([method, path, await unread(method, path, stranger.token, FORM)]).toEqual([method, path, 403]);
    }
  });
});

describe('a rejected body', () => {
  test('is read up to a limit, then the connection is closed', async () => {
    const line = connect(port, '127.0.0.1');
    line.on('error', () => undefined);
    await once(line, 'connect');
    const server = lines.at(-1);
    line.write(
      `POST /api/region HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM}\r\nContent-Length: ${100 * MB}\r\n\r\n${partHead('file')}`,
    );
    const [response] = await once(line, 'data');
    expect(String(response)).toMatch(/^HTTP\/1.1 401/);
    const closed = new Promise((resolve) => void line.once('close', resolve)); // often by a reset
    const more = Buffer.alloc(256 * 1024);
    const send = () => {
      while (!line.destroyed && line.write(more));
    };
    line.on('drain', send);
    send();
    await closed;
    expect(server?.bytesRead).toBeLessThan(4 * MB);
  });
});

describe('a body that exceeds the limit of its call', () => {
  const taking = [
    ['POST', '/api/user/settings'],
    ['POST', '/api/user/bookmark'],
    ['POST', '/api/user/password'],
    ['POST', '/api/user/profile'],
    ['POST', '/api/region'],
    ['POST', '/api/region/1'],
    ['POST', '/api/region/destroyBulk'],
    ['POST', '/api/region/import'],
    ['POST', '/api/voucher_redeem'],
    ['DELETE', '/api/transaction/1'],
  ] as const;

  test('is rejected by its declared length before any byte arrives', async () => {
    for (const [method, path] of [...taking, ['POST', '/auth/register'], ['POST', '/oauth/token']] as const)
      for (const type of [FORM, 'application/json', 'application/x-www-form-urlencoded']) {
        const token = path.startsWith('/api') ? admin.token : null;
        expect([path, type, await unread(method, path, token, type)]).toEqual([path, type, 413]);
      }
    for (const path of ['/api/user/settings', '/api/region', '/api/voucher_redeem'])
      expect([path, await unread('POST', path, admin.token, FORM, 2 * MB)]).toEqual([path, 413]);
  });

  test.each([
    ['a field', `--line\r\nContent-Disposition: form-data; name="settings"\r\n\r\n`],
    ['a file', partHead('settings')],
    ['bytes before the first part', ''],
  ])('is rejected at the limit when it declares no length, in %s', async (_, head) => {
    for (const [method, path] of taking.filter(([method, path]) => method === 'POST' && !path.endsWith('/import'))) {
      const headers = { 'content-type': FORM, authorization: `Bearer ${admin.token}` };
      const sending = httpRequest({ port, host: '127.0.0.1', method, path, headers, agent: false });
      sending.on('error', () => undefined);
      const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
      sending.write(head);
      // One of them accepts a picture of ten megabytes.
      sending.write(Buffer.alloc(path.endsWith('/profile') ? 12 * MB : 2 * MB, 'a'));
      const [response] = await answered;
      sending.destroy();
      expect([path, response.statusCode]).toEqual([path, 413]);
    }
  });
});

describe('large bodies', () => {
  /** Declares a form and sends its beginning. */
  const begin = () => {
    const sending = announce('POST', '/api/region/import', admin.token, FORM, 5 * MB);
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    answered.catch(() => undefined);
    sending.write(partHead('file'));
    return { sending, answered };
  };

  test('are limited per user; small ones are accepted meanwhile, large ones afterwards', async () => {
    // Which of the five arrives last is undefined; that one is rejected.
    const busy = Array.from({ length: 5 }, begin);
    const [first] = await Promise.race(busy.map(({ answered }) => answered));
    expect(first.statusCode).toBe(429);
    expect(first.headers['retry-after']).toBe('5');
    expect(await unread('POST', '/api/region/import', admin.token, FORM, 5 * MB)).toBe(429);
    const small = await call(app, admin.token, 'POST', '/api/region', { body: {} });
    expect(small.status).toBe(422);
    const closed = lines.map(async (line) => line.destroyed || once(line, 'close'));
    for (const { sending } of busy) sending.destroy();
    await Promise.all(closed);
    const large = await call(app, admin.token, 'POST', '/api/region', { body: { file: Buffer.alloc(MB) } });
    expect(large.status).toBe(422);
  });

  test('leave no file behind, whether accepted, rejected or aborted', async () => {
    vi.stubEnv('TMPDIR', dataDir); // a folder that no other test uses
    onTestFinished(() => void vi.unstubAllEnvs());
    const file = Buffer.alloc(MB);
    for (const [path, status] of [
      ['/api/user/profile', 422],
      ['/api/region/import', 422],
      ['/api/region', 422],
    ] as const) {
      const reply = await call(app, admin.token, 'POST', path, {
        body: { [path.endsWith('profile') ? 'photo' : 'file']: file },
      });
      expect([path, reply.status]).toEqual([path, status]);
    }
    expect((await readdir(dataDir)).filter((name) => name.startsWith('innkeeper-'))).toEqual([]);
  });
});
