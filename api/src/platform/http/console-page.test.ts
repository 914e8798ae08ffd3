import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestServer } from '../../account/server-helpers.ts';
import { type EnvironmentName, readConfig } from '../config/config.ts';
import { registerConsole } from './console.ts';
import { recordMethods } from './known-methods.ts';

const BUILT_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
    <script type="module" crossorigin src="/assets/index-1a.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/template-2b.js">
    <link rel="stylesheet" crossorigin href="/assets/index-3c.css">
    <link rel="modulepreload" crossorigin href="/assets/console-4d.js" data-console>
  </head>
</html>
`;

async function buildConsole(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'innkeeper-console-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), BUILT_PAGE);
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(join(folder, 'assets', 'index-1a.js'), 'export {};');
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A server of this built console, with the given environment variables. */
async function serveConsole(env: Readonly<Record<string, string>>, builtFolder?: string) {
  const folder = builtFolder ?? (await buildConsole());
  const app = fastify();
  await registerConsole(app, recordMethods(app), readConfig(env), `${folder}/`);
  onTestFinished(() => app.close());
  return (path: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    app.inject({ method, url: path, headers: { accept: 'text/html' } });
}

describe('the page of the console', () => {
  test.each<[EnvironmentName, Readonly<Record<string, string>>]>([
    ['production', { DEMO: '0' }],
    ['staging', { APP_ENV: 'staging' }],
    ['local', { DEMO: '1' }],
  ])('names the environment %s, at every path', async (environment, env) => {
    const get = await serveConsole(env);
    for (const path of ['/', '/company/member/7'])
      expect((await get(path)).body).toContain(`<html data-environment="${environment}" lang="en">`);
  });

  test('has the end of a maintenance, if there is one', async () => {
    const get = await serveConsole({ MAINTENANCE_UNTIL: '2026-12-01T06:00+07:00' });
    expect((await get('/under-maintenance')).body).toContain('data-maintenance-until="2026-11-30T23:00:00.000Z"');
  });

  test('loads scripts, styles and preloads from the CDN, if there is one', async () => {
    const get = await serveConsole({ ASSETS_URL: 'https://cdn.example' });
    const addresses = [...(await get('/company/member/7')).body.matchAll(/(?:href|src)="([^"]*)"/g)];
    expect(addresses.map(([, address]) => address)).toEqual([
      '/favicon.svg',
      'https://cdn.example/assets/index-1a.js',
      'https://cdn.example/assets/template-2b.js',
      'https://cdn.example/assets/index-3c.css',
      'https://cdn.example/assets/console-4d.js',
    ]);
  });

  test('loads everything from its own server otherwise', async () => {
    const get = await serveConsole({});
    expect((await get('/company/member')).body).toBe(BUILT_PAGE.replace('<html', '<html data-environment="local"'));
  });

  test('loads the code of the console early only where a visitor does not begin', async () => {
    const get = await serveConsole({});
    for (const path of ['/company/member', '/company/member/7?tab=data', '/report/sales-report'])
      expect((await get(path)).body, path).toContain('console-4d.js');
    for (const path of ['/', '/login', '/register', '/auth/reset-password/token/a@b.test'])
      expect((await get(path)).body, path).not.toContain('console-4d.js');
  });
});

describe('a file of the bundle', () => {
  test('may be loaded by pages of another origin only with a CDN', async () => {
    for (const [env, allowedOrigin] of [
      [{ ASSETS_URL: 'https://cdn.example' }, '*'],
      [{}, undefined],
    ] as const) {
      const get = await serveConsole(env);
      const file = await get('/assets/index-1a.js');
      expect(file.statusCode).toBe(200);
      expect(file.headers['access-control-allow-origin']).toBe(allowedOrigin);
      expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      for (const path of ['/', '/favicon.svg'])
        expect((await get(path)).headers['access-control-allow-origin'], path).toBeUndefined();
    }
  });
});

test('a file of the bundle that a later build has removed is missing, not a wrong method', async () => {
  const folder = await buildConsole();
  const request = await serveConsole({}, folder);
  const path = '/assets/index-1a.js';
  expect((await request(path, 'POST')).statusCode).toBe(405);
  await rm(join(folder, path));
  for (const method of ['GET', 'HEAD'] as const) expect((await request(path, method)).statusCode).toBe(404);
});

test('the content security policy allows scripts, styles and fonts of the CDN, and nothing else', async () => {
  const server = await createTestServer({ ASSETS_URL: 'https://cdn.example' });
  onTestFinished(() => server.close());
  const policy = String((await server.app.inject('/healthz')).headers['content-security-policy']).split(';');
  const allowing = policy.filter((rule) => rule.includes('https://cdn.example'));
  expect(new Set(allowing.map((rule) => rule.trim().split(' ')[0]))).toEqual(
    new Set(['font-src', 'script-src', 'style-src']),
  );
});
