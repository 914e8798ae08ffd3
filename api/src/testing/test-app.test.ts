import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from './test-app.ts';

const api = await startTestApp();
const [OF_FILE, OF_TEST] = [new Date('2025-05-20T04:00:00Z'), new Date('2025-03-20T04:00:00Z')];

describe('a running clock', () => {
  afterAll(() => expect(api.clock()).not.toEqual(OF_TEST));

  test('is stopped only for the test that sets it', () => {
    api.setClock(OF_TEST);
    expect(api.clock()).toEqual(OF_TEST);
  });
});

describe('a clock set before the tests', () => {
  beforeAll(() => api.setClock(OF_FILE));
  afterAll(() => expect(api.clock()).toEqual(OF_FILE));

  test('is changed only for the test that sets it', () => {
    expect(api.clock()).toEqual(OF_FILE);
    api.setClock(OF_TEST);
    expect(api.clock()).toEqual(OF_TEST);
  });
});
