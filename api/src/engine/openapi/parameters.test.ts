import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { openApiOperations } from '../../openapi-document.ts';
import { type Operation } from './document.ts';

const { app, db } = await startTestApp();
const admin = await createUser(db, { level: 'group' });

const reads = openApiOperations().filter(({ path, method }) => method === 'get' && path.startsWith('/api/'));
/** A complete URL with id 1; names and required parameters come from the document. */
function addressOf({ path, operation }: Operation, value?: string): string {
  const { parameters = [] } = operation;
  const findFirstValue = (name: string) => parameters.find((p) => p.name === name)?.schema?.enum?.[0] ?? '1';
  const requiredParameters = parameters
    .filter((p) => p.in === 'query' && p.required)
    .map((p) => `${p.name}=${findFirstValue(p.name)}&`);
  return `${path.replace(/\{(\w+)\}/g, (_, name: string) => value ?? findFirstValue(name))}?${requiredParameters.join('')}`;
}
const get = (path: string, token: string | null = admin.token) => call(app, token, 'GET', path);

describe.each(reads)('GET $path', (readCall) => {
  const url = addressOf(readCall);

  test('rejects an unknown parameter', async () => {
    expectInvalid(await get(`${url}paeg=1`), 'paeg');
    expectError(await get(`${url}paeg=1`, null), 401, 'unauthenticated');
  });

  test('rejects text that cannot be stored, naming the parameter', async () => {
    const names = (readCall.operation.parameters ?? []).flatMap((p) =>
      p.in === 'query' && !p.name.startsWith('filter') && !p.required ? [p.name] : [],
    );
    const parameterTexts = [...names, 'filter[id][eq]'].map((name) => `${encodeURIComponent(name)}=a%00`).join('&');
    const { errors } = expectError(await get(url + parameterTexts), 422, 'validation_failed');
    expect(Object.keys(errors ?? {})).toEqual(expect.arrayContaining(names));
  });

  test('rejects a path with text that cannot be stored', async () => {
    if (!readCall.path.includes('{')) return;
    const { status, text } = await get(addressOf(readCall, 'a%00'));
    expect([400, 404, 422], text).toContain(status);
  });
});

test('names of built-in object properties are ordinary parameters', async () => {
  for (const name of ['constructor', '__proto__', 'toString']) expectInvalid(await get(`/api/user?${name}=1`), name);
});

test('public URLs accept unknown parameters', async () => {
  for (const path of ['/healthz?now=1', '/openapi.json?v=2', '/sign-in.json?x=1'])
    expect((await get(path, null)).status, path).toBe(200);
});

test('an ended session is reported before invalid parameters', async () => {
  const user = await createUser(db, { level: 'group' });
  expect((await get('/api/user', user.token)).status).toBe(200);
  await db.pool.query('update users set is_active = false where id = $1', [user.id]);
  expectError(await get('/api/user?paeg=1', user.token), 401, 'unauthenticated');
});
