import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import { createServer } from '../../server.ts';
import { readConfig } from '../config/config.ts';
import { createDatabaseClock } from './database-clock.ts';

const { db } = await startTestApp();

test('this process reads the time of the database, whatever its own clock says', async () => {
  const clock = createDatabaseClock(() => Date.now() - 1_500);
  await clock.compare(db);
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(500);
  expect(clock.difference()).toBeGreaterThan(1_000);
  expect(clock.findProblem()).toBeUndefined();
});

test('a difference of two seconds is a failing job', async () => {
  const clock = createDatabaseClock(() => Date.now() + 5_000);
  await expect(clock.compare(db)).rejects.toThrow('of this process and of the database differ by 5 seconds');
  expect(clock.findProblem()).toBeUndefined();
});

test('a difference of a minute takes the process out of service', async () => {
  const clock = createDatabaseClock(() => Date.now() + 90_000);
  await expect(clock.compare(db)).rejects.toThrow('90 seconds');
  const server = await createServer({
    config: readConfig({ LOG_LEVEL: 'silent', DEMO: '0' }),
    db,
    outbox: async () => undefined,
    findProblem: () => clock.findProblem(),
  });
  const response = await server.inject('/readyz');
  expect(response.statusCode).toBe(503);
  expect(response.json()).toEqual({
    status: 'unavailable',
    reason: 'the clocks of this process and of the database differ by 90 seconds.',
  });
  await server.close();
});
