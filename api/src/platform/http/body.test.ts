import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser, signIn } from '../../testing/user.ts';

const { app, db } = await startTestApp();
const user = await createUser(db, { level: 'group' });
const post = (path: string, type: string, body?: string) =>
  call(app, user.token, 'POST', path, { headers: { 'content-type': type }, ...(body !== undefined && { body }) });

describe('a body', () => {
  test('counts as empty if it is declared as JSON but missing', async () => {
    const token = await signIn(db, user.id);
    const response = await call(app, token, 'POST', '/api/user/logout', {
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(200);
    expectError(await post('/api/region', 'application/json; charset=utf-8'), 422, 'validation_failed');
  });

  test.each([
    '{"name":',
    'name',
    '[]',
    '7',
    '"text"',
    'null',
    '{"__proto__":{"name":"x"}}',
    '{"constructor":{"prototype":{}}}',
  ])('is rejected if it is %s, which is not a JSON object', async (body) => {
    expectError(await post('/api/region', 'application/json', body), body === 'null' ? 422 : 400);
  });

  test.each(['text/plain', 'application/xml', 'image/png'])('returns 415 if its content type is %s', async (type) => {
    expectError(await post('/api/region', type, 'name=x'), 415, 'unsupported_media_type');
  });
});
