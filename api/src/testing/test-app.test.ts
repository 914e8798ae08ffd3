import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from './test-app.ts';

const api = await startTestApp();
const [FILE_TIME, TEST_TIME] = [new Date('2025-05-20T04:00:00Z'), new Date('2025-03-20T04:00:00Z')];

describe('a running clock', () => {
  afterAll(() => expect(api.clock()).not.toEqual(TEST_TIME));

  test('is stopped only for the test that sets it', () => {
    api.setClock(TEST_TIME);
    expect(api.clock()).toEqual(TEST_TIME);
  });
});

describe('a clock set before the tests', () => {
  beforeAll(() => api.setClock(FILE_TIME));
  afterAll(() => expect(api.clock()).toEqual(FILE_TIME));

  test('is changed only for the test that sets it', () => {
    expect(api.clock()).toEqual(FILE_TIME);
    api.setClock(TEST_TIME);
    expect(api.clock()).toEqual(TEST_TIME);
  });
});
