import { afterAll, expect, test, vi } from 'vitest';
import { releaseAbandonedJobs } from '../../jobs/queue.ts';
import { startRelay } from '../relay.ts';
import { createUser } from '../user.ts';
import type { RunningServer } from './process.ts';
import { shareDatabase } from './shared-database.ts';

const { db, ...shared } = await shareDatabase();
const relay = await startRelay();
afterAll(() => relay.close());

const start = (more: Record<string, string> = {}) =>
  shared.start({ SMTP_URL: relay.url, PUBLIC_URL: 'https://console.test', ...more });

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

const mailsTo = (email: string) => relay.received.filter(({ to }) => to.includes(email));
const untilSent = (email: string) =>
  vi.waitFor(() => expect(mailsTo(email)).toHaveLength(1), { timeout: 60_000, interval: 20 });

test('a mail promised by a process that is then killed is sent by the next one', async () => {
  const killed = await start({ WORKER: '0' });
  const email = await requestResetLink(killed);
  await killed.kill();
  expect(mailsTo(email)).toEqual([]);
  const next = await start();
  await untilSent(email);
  await next.stop();
  expect(mailsTo(email)).toHaveLength(1);
});

test('a mail whose process is killed while sending is sent again under the same message id', async () => {
  const release = relay.hold();
  const offered = relay.offered();
  const killed = await start();
  const email = await requestResetLink(killed);
  await vi.waitFor(() => expect(relay.offered()).toBe(offered + 1), { timeout: 60_000, interval: 20 });
  await killed.kill();
  // The one case that SMTP leaves open: the relay accepts a mail, but the process dies before the response.
  release();
  await untilSent(email);
  await db.pool.query(`update graphile_worker._private_jobs set locked_at = now() - interval '11 minutes'`);
  await releaseAbandonedJobs(db);
  const next = await start();
  await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(2), { timeout: 60_000, interval: 20 });
  await next.stop();
  expect(new Set(mailsTo(email).map(({ mail }) => mail.messageId)).size).toBe(1);
  // A scheduled job may be present: it is queued each minute, and waits for the next process if this one stops at that
  // moment.
  const { rows } = await db.pool.query(
    `select task_identifier, attempts, last_error from graphile_worker.jobs where task_identifier like '%mail'`,
  );
  expect(rows).toEqual([]);
});
