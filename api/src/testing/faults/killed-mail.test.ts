import { afterAll, expect, test, vi } from 'vitest';
import { freeLeftJobs } from '../../jobs/queue.ts';
import { startRelay } from '../relay.ts';
import { createUser } from '../user.ts';
import type { Serving } from './process.ts';
import { shareDatabase } from './shared-database.ts';

const { db, ...shared } = await shareDatabase();
const relay = await startRelay();
afterAll(() => relay.close());

const start = (more: Record<string, string> = {}) =>
  shared.start({ SMTP_URL: relay.url, PUBLIC_URL: 'https://console.test', ...more });

async function askForLink({ address }: Serving): Promise<string> {
  const user = await createUser(db, { level: 'group' });
  const { email } = await db.kysely
    .selectFrom('users')
    .select('email')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const answer = await fetch(`${address}/api/password/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  expect(answer.status).toBe(200);
  return email;
}

const mailsTo = (email: string) => relay.received.filter(({ to }) => to.includes(email));
const untilSent = (email: string) =>
  vi.waitFor(() => expect(mailsTo(email)).toHaveLength(1), { timeout: 60_000, interval: 20 });

test('a mail that was promised by a process that is killed at once is sent by the next one', async () => {
  const killed = await start({ WORKER: '0' });
  const email = await askForLink(killed);
  await killed.kill();
  expect(mailsTo(email)).toEqual([]);
  const next = await start();
  await untilSent(email);
  await next.stop();
  expect(mailsTo(email)).toHaveLength(1);
});

test('one whose process is killed in the middle of sending is sent under the same name', async () => {
  const release = relay.hold();
  const offered = relay.offered();
  const killed = await start();
  const email = await askForLink(killed);
  await vi.waitFor(() => expect(relay.offered()).toBe(offered + 1), { timeout: 60_000, interval: 20 });
  await killed.kill();
  // The one case that SMTP leaves open: the relay takes a mail, and nobody is left to hear of it.
  release();
  await untilSent(email);
  await db.pool.query(`update graphile_worker._private_jobs set locked_at = now() - interval '11 minutes'`);
  await freeLeftJobs(db);
  const next = await start();
  await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(2), { timeout: 60_000, interval: 20 });
  await next.stop();
  expect(new Set(mailsTo(email).map(({ mail }) => mail.messageId)).size).toBe(1);
  // A job by the clock may stand there: it is queued each minute, and waits for the next process when this one stops just then.
  const { rows } = await db.pool.query(
    `select task_identifier, attempts, last_error from graphile_worker.jobs where task_identifier like '%mail'`,
  );
  expect(rows).toEqual([]);
});
