import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, createTestServer } from './server-helpers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

describe('GET /sign-in.json', () => {
  test('lists demo accounts only in demo mode', async () => {
    expect((await server.app.inject('/sign-in.json')).json().demo_accounts).toEqual([]);
    const demo = await createTestServer({ DEMO: '1' });
    try {
      const { demo_accounts } = (await demo.app.inject('/sign-in.json')).json();
      expect(demo_accounts).toContainEqual({
        username: 'admin@innkeeper.test',
        password: 'innkeeper-demo',
        name: expect.any(String),
        role_group: expect.any(String),
        access_level: expect.stringMatching(/^(group|region|property)$/),
      });
    } finally {
      await demo.close();
    }
  });
});
