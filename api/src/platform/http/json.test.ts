import { expect, test } from 'vitest';
import { call, createFormBody } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { MAX_JSON_DEPTH, parseJsonField, countAllNames } from './json.ts';

const { app, db } = await startTestApp();
const user = await createUser(db, { level: 'group' });

const createNestedJson = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const expectInvalidJson = async (body: string, headers = {}) =>
  expectError(
    await call(app, user.token, 'POST', '/api/region', {
      body,
      headers: { 'content-type': 'application/json', ...headers },
    }),
    422,
    'validation_failed',
  );

test('too deeply nested JSON is rejected with a readable message before it is parsed', async () => {
  expect((await expectInvalidJson(createNestedJson(150_000))).message).toContain(`${MAX_JSON_DEPTH} levels`);
  expect((await expectInvalidJson('['.repeat(500_000))).message).toContain(`${MAX_JSON_DEPTH} levels`);
  expect((await expectInvalidJson(createNestedJson(40), { 'accept-language': 'id' })).message).toContain(
    `${MAX_JSON_DEPTH} tingkat`,
  );
});

test('the same limit applies to JSON in a form', async () => {
  const postForm = (state: string) =>
    call(app, user.token, 'POST', '/api/saved_view', createFormBody({ name: 'x', resource: 'region', state }));
  expect((await postForm(createNestedJson(400))).text).toContain(`${MAX_JSON_DEPTH} levels`);
});

test('brackets and colons inside strings do not count as nesting', () => {
  const text = `{"a":"${'[{:'.repeat(20_000)}\\"[["}`;
  expect(parseJsonField(text)).toEqual({ a: `${'[{:'.repeat(20_000)}"[[` });
  expect(countAllNames(text)).toBe(1);
  expect(parseJsonField(createNestedJson(MAX_JSON_DEPTH))).toMatchObject({ a: {} });
  expect(parseJsonField('no JSON')).toBe('no JSON');
  expect(parseJsonField(7)).toBe(7);
});
