import type { CurrentUser } from '@innkeeper/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, createTestServer } from './server-helpers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const readUser = async (token: string): Promise<CurrentUser> =>
  (await server.call(token, 'GET', '/api/user')).json().data;

function toMultipart(fields: Record<string, string>) {
  const boundary = 'line';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    payload: `${parts.join('')}--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

describe('settings and shortcuts', () => {
  test('are returned as saved, by multipart and by JSON', async () => {
    const { access_token } = await server.signIn(await server.createUser());
    const settings = {
      theme: 'dark',
      layout: { style: 'vertical', navbar: { folded: true } },
      'kolom 🐴': [1, null, 'é'],
    };
    const form = toMultipart({ settings: JSON.stringify(settings) });
    const saveReply = await server.app.inject({
      method: 'POST',
      url: '/api/user/settings',
      ...form,
      headers: { ...form.headers, authorization: `Bearer ${access_token}` },
    });
    expect([saveReply.statusCode, saveReply.json()]).toEqual([200, { data: { settings } }]);
    expect(
      (await server.call(access_token, 'POST', '/api/user/bookmark', { bookmark: '["member","hotel","member"]' }))
        .statusCode,
    ).toBe(200);
    expect((await readUser(access_token)).data).toMatchObject({ settings, shortcuts: ['member', 'hotel'] });
    await server.call(access_token, 'POST', '/api/user/settings', { settings: { theme: 'light' } });
    expect((await readUser(access_token)).data).toMatchObject({
      settings: { theme: 'light' },
      shortcuts: ['member', 'hotel'],
    });
  });

  test('belong to one user', async () => {
    const [firstUser, otherUser] = [
      await server.signIn(await server.createUser()),
      await server.signIn(await server.createUser()),
    ];
    await server.call(firstUser.access_token, 'POST', '/api/user/bookmark', { bookmark: '["member"]' });
    expect((await readUser(otherUser.access_token)).data.shortcuts).toEqual([]);
  });

  const createNestedJson = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
  test.each([
    ['settings', {}],
    ['settings', { settings: 'no json' }],
    ['settings', { settings: '[]' }],
    ['settings', { settings: '7' }],
    ['settings', { settings: 'null' }],
    ['settings', { settings: '{"a":"\\u0000"}' }],
    ['settings', { settings: '{"\\ud800":1}' }],
    ['settings', { settings: createNestedJson(17) }],
    ['settings', { settings: createNestedJson(10_000) }],
    ['settings', { settings: JSON.stringify({ a: 'x'.repeat(70_000) }) }],
    ['bookmark', { bookmark: '{}' }],
    ['bookmark', { bookmark: '[1]' }],
    ['bookmark', { bookmark: '[""]' }],
    ['bookmark', { bookmark: `["${'x'.repeat(101)}"]` }],
    ['bookmark', { bookmark: JSON.stringify(Array.from({ length: 201 }, (_, i) => String(i))) }],
  ])('return a 422 at the field and change nothing if they are invalid: %s %o', async (field, body) => {
    const { access_token } = await server.signIn(await server.createUser());
    const response = await server.call(access_token, 'POST', `/api/user/${field}`, body);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toHaveProperty(field);
    expect((await readUser(access_token)).data).toMatchObject({ settings: {}, shortcuts: [] });
  });
});
