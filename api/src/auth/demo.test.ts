import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, createTestServer } from './test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

describe('GET /demo.json', () => {
  test('is nothing outside the demonstration, and its accounts inside', async () => {
    expect((await server.app.inject('/demo.json')).statusCode).toBe(404);
    const demo = await createTestServer({ DEMO: '1' });
    try {
      const { accounts } = (await demo.app.inject('/demo.json')).json();
      expect(accounts).toContainEqual({
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
