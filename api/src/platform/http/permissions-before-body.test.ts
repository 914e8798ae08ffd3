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
function announceBody(method: string, path: string, token: string | null, type: string, size: number) {
  const headers = {
    'content-type': type,
    'content-length': size,
    ...(token !== null && { authorization: `Bearer ${token}` }),
  };
  const request = httpRequest({ port, host: '127.0.0.1', method, path, headers, agent: false });
  request.on('error', () => undefined); // the server may close the connection
  request.flushHeaders();
  return request;
}

/** The status returned although none of the body was sent. */
async function sendUnread(method: string, path: string, token: string | null, type: string, size = 100 * MB) {
  const request = announceBody(method, path, token, type, size);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  request.destroy();
  return response.statusCode;
}

/** Calls for every signed-in user, limited to their own data or permissions. */
const OWN_PATHS = /^\/api\/(user(\/|$)|saved_view|import\/)/;

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
      const responses = await Promise.all(writes.map(({ method, path }) => sendUnread(method, path, null, type)));
      expect(new Set(responses)).toEqual(new Set([401]));
    }
  });

  test('every call without the permission for it is rejected', async () => {
    const calls = writes.filter(({ path }) => !OWN_PATHS.test(path));
    for (let start = 0; start < calls.length; start += 10) {
      // A user may have this many concurrent large bodies.
      for (const { method, path } of calls.slice(start, start + 10))
        expect([method, path, await sendUnread(method, path, stranger.token, FORM)]).toEqual([method, path, 403]);
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
    const whenClosed = new Promise((resolve) => void line.once('close', resolve)); // often by a reset
    const nextChunk = Buffer.alloc(256 * 1024);
    const send = () => {
      while (!line.destroyed && line.write(nextChunk));
    };
    line.on('drain', send);
    send();
    await whenClosed;
    expect(server?.bytesRead).toBeLessThan(4 * MB);
  });
});

describe('a body that exceeds the limit of its call', () => {
  const uploadCalls = [
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
    for (const [method, path] of [...uploadCalls, ['POST', '/auth/register'], ['POST', '/oauth/token']] as const)
      for (const type of [FORM, 'application/json', 'application/x-www-form-urlencoded']) {
        const token = path.startsWith('/api') ? admin.token : null;
        expect([path, type, await sendUnread(method, path, token, type)]).toEqual([path, type, 413]);
      }
    for (const path of ['/api/user/settings', '/api/region', '/api/voucher_redeem'])
      expect([path, await sendUnread('POST', path, admin.token, FORM, 2 * MB)]).toEqual([path, 413]);
  });

  test.each([
    ['a field', `--line\r\nContent-Disposition: form-data; name="settings"\r\n\r\n`],
    ['a file', partHead('settings')],
    ['bytes before the first part', ''],
  ])('is rejected at the limit when it declares no length, in %s', async (_, head) => {
    for (const [method, path] of uploadCalls.filter(
      ([method, path]) => method === 'POST' && !path.endsWith('/import'),
    )) {
      const headers = { 'content-type': FORM, authorization: `Bearer ${admin.token}` };
      const request = httpRequest({ port, host: '127.0.0.1', method, path, headers, agent: false });
      request.on('error', () => undefined);
      const responsePromise = once(request, 'response') as Promise<[IncomingMessage]>;
      request.write(head);
      // One of these calls accepts a picture of ten megabytes.
      request.write(Buffer.alloc(path.endsWith('/profile') ? 12 * MB : 2 * MB, 'a'));
      const [response] = await responsePromise;
      request.destroy();
      expect([path, response.statusCode]).toEqual([path, 413]);
    }
  });
});

describe('large bodies', () => {
  /** Declares a form and sends its beginning. */
  const beginImport = () => {
    const request = announceBody('POST', '/api/region/import', admin.token, FORM, 5 * MB);
    const responsePromise = once(request, 'response') as Promise<[IncomingMessage]>;
    responsePromise.catch(() => undefined);
    request.write(partHead('file'));
    return { sending: request, answered: responsePromise };
  };

  test('are limited per user; small ones are accepted meanwhile, large ones afterwards', async () => {
    // The last of the five is rejected; which one that is varies.
    const imports = Array.from({ length: 5 }, beginImport);
    const [first] = await Promise.race(imports.map(({ answered: responsePromise }) => responsePromise));
    expect(first.statusCode).toBe(429);
    expect(first.headers['retry-after']).toBe('5');
    expect(await sendUnread('POST', '/api/region/import', admin.token, FORM, 5 * MB)).toBe(429);
    const smallReply = await call(app, admin.token, 'POST', '/api/region', { body: {} });
    expect(smallReply.status).toBe(422);
    const closedLines = lines.map(async (line) => line.destroyed || once(line, 'close'));
    for (const { sending: request } of imports) request.destroy();
    await Promise.all(closedLines);
    const largeReply = await call(app, admin.token, 'POST', '/api/region', { body: { file: Buffer.alloc(MB) } });
    expect(largeReply.status).toBe(422);
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
