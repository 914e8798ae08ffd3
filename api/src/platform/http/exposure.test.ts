import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type TestServer, createTestServer } from '../../account/server-helpers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ TRUST_PROXY: '1' });
});
afterAll(() => server.close());

describe('a response', () => {
  test('is never cached, with data, as an error or for an unknown path', async () => {
    const { access_token } = await server.signIn(await server.createUser({ codes: ['VIEW_REGION'] }));
    for (const path of ['/api/user', '/api/region', '/api/member', '/api/nothing', '/sign-in.json']) {
      const { headers } = await server.call(access_token, 'GET', path);
      expect(headers['cache-control'], path).toBe('no-store');
    }
  });

  test('is never shown in a frame', async () => {
    const { access_token } = await server.signIn(await server.createUser({ codes: ['VIEW_REGION'] }));
    const paths = [
      '/',
      '/healthz',
      '/docs',
      '/openapi.json',
      '/storage/none.webp',
      '/no.file',
      '/api/region',
      '/api/none',
    ];
    for (const path of paths) {
      const { headers } = await server.call(access_token, 'GET', path);
      expect(headers['x-frame-options'], path).toBe('DENY');
      expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
    }
    const rejectedReply = await server.app.inject({ method: 'POST', url: '/api/region', payload: { name: 'x' } });
    expect(rejectedReply.headers['x-frame-options']).toBe('DENY');
  });

  test('requires TLS once TLS was used, and allows no other origin', async () => {
    const { headers } = await server.app.inject('/healthz');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    for (const rule of ["script-src 'self';", "base-uri 'none';", "object-src 'none';", "frame-ancestors 'none';"])
      expect(headers['content-security-policy']).toContain(rule);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    const httpServer = await createTestServer({ PUBLIC_URL: 'http://127.0.0.1:8000' });
    expect((await httpServer.app.inject('/healthz')).headers['strict-transport-security']).toBeUndefined();
    await httpServer.close();
  });
});

test('the client address comes from the nearest proxy, not from the request itself', async () => {
  const { username } = await server.createUser();
  const response = await server.token(
    { grant_type: 'password', client_id: '1', username, password: 'seven brown otters' },
    { headers: { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' } },
  );
  const sessions = await server.call(response.json().access_token, 'GET', '/api/user/sessions');
  expect(sessions.json().data).toMatchObject([{ ip: '198.51.100.7' }]);
});

describe('a client without an account', () => {
  const encodeField = (name: string, value: string, file = '') =>
    `--line\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  const send = (url: string, parts: readonly string[]) =>
    server.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'multipart/form-data; boundary=line' },
      payload: `${parts.join('')}--line--\r\n`,
    });

  test.each(['/oauth/token', '/auth/register', '/api/password/email', '/api/password/reset'])(
    'cannot exhaust the memory by %s',
    async (url) => {
      expect((await send(url, [encodeField('photo', 'x', '; filename="a.png"')])).statusCode).toBe(413);
      const largePart = 'x'.repeat(600_000);
      expect((await send(url, [encodeField('a', largePart), encodeField('b', largePart)])).statusCode).toBe(413);
    },
  );
});

test('the log shows failed sign-ins and rejected calls without names and page URLs', async () => {
  const warnings: unknown[][] = [];
  const { app } = server;
  const makeChild = app.log.child.bind(app.log);
  const spy = vi.spyOn(app.log, 'child').mockImplementation((bindings, options) => {
    const log = makeChild(bindings, options);
    vi.spyOn(log, 'warn').mockImplementation((...line: unknown[]) => void warnings.push(line));
    return log;
  });
  onTestFinished(() => spy.mockRestore());
  const person = await server.createUser();
  await server.token({ grant_type: 'password', client_id: '1', username: person.username, password: 'wrong wrong' });
  expect(warnings).toEqual([[{ ip: '127.0.0.1' }, 'a sign-in failed']]);
  const { access_token } = await server.signIn(person);
  await server.call(access_token, 'GET', '/api/member?search=Wijaya');
  expect(warnings.slice(1)).toEqual([
    [{ ip: '127.0.0.1', method: 'GET', route: '/api/member', user: person.id }, 'forbidden'],
  ]);
});
