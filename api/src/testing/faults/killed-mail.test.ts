import { afterAll, expect, test, vi } from 'vitest';
import { releaseAbandonedJobs } from '../../jobs/queue.ts';
import { startRelay } from '../relay.ts';
import { createUser } from '../user.ts';
import type { RunningServer } from './process.ts';
import { shareDatabase } from './shared-database.ts';

const { db, ...shared } = await shareDatabase();
const relay = await startRelay();
afterAll(() => relay.close());

const startServer = (environment: Record<string, string> = {}) =>
  shared.start({ SMTP_URL: relay.url, PUBLIC_URL: 'https://console.test', ...environment });

async function requestResetLink({ address }: RunningServer): Promise<string> {
  const user = await createUser(db, { level: 'group' });
  const { email } = await db.kysely
    .selectFrom('users')
    .select('email')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const response = await fetch(`${address}/api/password/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  expect(response.status).toBe(200);
  return email;
}

const findMailsTo = (email: string) => relay.received.filter(({ to }) => to.includes(email));
const waitForMail = (email: string) =>
  vi.waitFor(() => expect(findMailsTo(email)).toHaveLength(1), { timeout: 60_000, interval: 20 });

test('the next process sends a mail that a killed process had accepted', async () => {
  const killed = await startServer({ WORKER: '0' });
  const email = await requestResetLink(killed);
  await killed.kill();
  expect(findMailsTo(email)).toEqual([]);
  const nextServer = await startServer();
  await waitForMail(email);
  await nextServer.stop();
  expect(findMailsTo(email)).toHaveLength(1);
});

test('a mail whose process is killed while sending is sent again under the same message id', async () => {
  const release = relay.hold();
  const offeredBefore = relay.countOffered();
  const killed = await startServer();
  const email = await requestResetLink(killed);
  await vi.waitFor(() => expect(relay.countOffered()).toBe(offeredBefore + 1), { timeout: 60_000, interval: 20 });
  await killed.kill();
  // SMTP cannot rule out one case: the relay accepts a mail, but the process dies before the response.
  release();
  await waitForMail(email);
  await db.pool.query(`update graphile_worker._private_jobs set locked_at = now() - interval '11 minutes'`);
  await releaseAbandonedJobs(db);
  const nextServer = await startServer();
  await vi.waitFor(() => expect(findMailsTo(email)).toHaveLength(2), { timeout: 60_000, interval: 20 });
  await nextServer.stop();
  expect(new Set(findMailsTo(email).map(({ mail }) => mail.messageId)).size).toBe(1);
  // A scheduled job may be present: it is queued each minute, and waits for the next process if this one stops at that
  // moment.
  const { rows } = await db.pool.query(
    `select task_identifier, attempts, last_error from graphile_worker.jobs where task_identifier like '%mail'`,
  );
  expect(rows).toEqual([]);
});
