import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';

const { app } = await startTestApp();
const get = (path: string, accept?: string) =>
  call(app, null, 'GET', path, { headers: accept === undefined ? {} : { accept } });
const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
/** Passes whether or not the console is built: the response must be the console's, not an API error. */
const expectPage = ({ status, headers }: { status: number; headers: Readonly<Record<string, unknown>> }) => {
  expect([200, 503]).toContain(status);
  expect(String(headers['content-type'])).toMatch(status === 200 ? /^text\/html/ : /^text\/plain/);
};

test.each(['/', '/company/member/7', '/sign-in', '/reset-password/abc/a@b.example.com', '/metrics'])(
  '%s returns the console to a browser',
  async (path) => expectPage(await get(path, BROWSER_ACCEPT)),
);

test.each([undefined, '*/*', 'application/json', 'application/openmetrics-text;version=1.0.0,text/plain;q=0.5'])(
  'an unknown path to %s returns 404',
  async (accept) => {
    for (const path of ['/metrics', '/foo.json', '/foo.json?x=1', '/company/member', '/.env', '/actuator/health'])
      expectError(await get(path, accept), 404, 'route_not_found');
  },
);

test('a missing file returns 404 to browsers too, and the root page to every client', async () => {
  for (const path of ['/foo.json', '/assets/gone.js', '/favicon.png'])
    expectError(await get(path, BROWSER_ACCEPT), 404, 'route_not_found');
  expectPage(await get('/'));
});
