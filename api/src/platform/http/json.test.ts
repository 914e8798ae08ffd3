import { expect, test } from 'vitest';
import { call, formBody } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { JSON_DEPTH_MAX, parseJsonField, namesIn } from './json.ts';

const { app, db } = await startTestApp();
const user = await createUser(db, { level: 'group' });

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const sent = async (body: string, headers = {}) =>
  expectError(
    await call(app, user.token, 'POST', '/api/region', {
      body,
      headers: { 'content-type': 'application/json', ...headers },
    }),
    422,
    'validation_failed',
  );

test('too deeply nested JSON is rejected with a readable message before it is parsed', async () => {
  expect((await sent(deep(150_000))).message).toContain(`${JSON_DEPTH_MAX} levels`);
  expect((await sent('['.repeat(500_000))).message).toContain(`${JSON_DEPTH_MAX} levels`);
  expect((await sent(deep(40), { 'accept-language': 'id' })).message).toContain(`${JSON_DEPTH_MAX} tingkat`);
});

test('the same limit applies to JSON in a form', async () => {
  const form = (state: string) =>
    call(app, user.token, 'POST', '/api/saved_view', formBody({ name: 'x', resource: 'region', state }));
  expect((await form(deep(400))).text).toContain(`${JSON_DEPTH_MAX} levels`);
});

test('brackets and colons inside strings do not count', () => {
  const text = `{"a":"${'[{:'.repeat(20_000)}\\"[["}`;
  expect(parseJsonField(text)).toEqual({ a: `${'[{:'.repeat(20_000)}"[[` });
  expect(namesIn(text)).toBe(1);
  expect(parseJsonField(deep(JSON_DEPTH_MAX))).toMatchObject({ a: {} });
  expect(parseJsonField('no JSON')).toBe('no JSON');
  expect(parseJsonField(7)).toBe(7);
});
