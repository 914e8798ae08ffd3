import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';

const { app } = await startTestApp();
const get = (path: string, accept?: string) =>
  call(app, null, 'GET', path, { headers: accept === undefined ? {} : { accept } });
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
/** Whether or not the console was built here, this is its answer and no refusal of the API. */
const expectPage = ({ status, headers }: { status: number; headers: Readonly<Record<string, unknown>> }) => {
  expect([200, 503]).toContain(status);
  expect(String(headers['content-type'])).toMatch(status === 200 ? /^text\/html/ : /^text\/plain/);
};

test.each(['/', '/company/member/7', '/sign-in', '/reset-password/abc/a@b.example.com', '/metrics'])(
  '%s is the console to a browser',
  async (path) => expectPage(await get(path, BROWSER)),
);

test.each([undefined, '*/*', 'application/json', 'application/openmetrics-text;version=1.0.0,text/plain;q=0.5'])(
  'an unknown path is a 404 for %s',
  async (accept) => {
    for (const path of ['/metrics', '/foo.json', '/foo.json?x=1', '/company/member', '/.env', '/actuator/health'])
      expectError(await get(path, accept), 404, 'route_not_found');
  },
);

test('a file that there is not is a 404 to a browser too, and the root is a page to everybody', async () => {
  for (const path of ['/foo.json', '/assets/gone.js', '/favicon.png'])
    expectError(await get(path, BROWSER), 404, 'route_not_found');
  expectPage(await get('/'));
});
