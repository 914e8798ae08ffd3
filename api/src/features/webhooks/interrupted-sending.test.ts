import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { releaseAbandonedJobs } from '../../jobs/queue.ts';
import type { RunningServer } from '../../testing/faults/process.ts';
import { shareDatabase } from '../../testing/faults/shared-database.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { LOCAL_ADDRESSES, startReceiver } from './webhook-helpers.ts';

const { db, admin, ...shared } = await shareDatabase();
await createBaseRecords(db);
const receiver = await startReceiver();

const startServer = (environment: Record<string, string> = {}) =>
  shared.start({ WEBHOOK_ALLOW: LOCAL_ADDRESSES, ...environment });

async function post({ address }: RunningServer, path: string, body: object): Promise<{ readonly id: number }> {
  const answer = await fetch(`${address}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect([200, 201], text).toContain(answer.status);
  return JSON.parse(text).data;
}

const getDelivery = (index: number) => receiver.received[index] ?? { headers: {}, body: '{}' };
const idOf = (index: number) => getDelivery(index).headers['webhook-id'];
const sentNameAt = (index: number) => JSON.parse(getDelivery(index).body).data?.first_name;
const waitForReceived = (count: number) =>
  vi.waitFor(() => expect(receiver.received).toHaveLength(count), { timeout: 60_000, interval: 20 });
const waitForSent = (count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`select delivery_status from webhook_delivery where webhook_id = ${webhook}`.execute(
        db.kysely,
      );
      expect(rows).toEqual(Array.from({ length: count }, () => ({ delivery_status: 'sent' })));
    },
    { timeout: 60_000, interval: 20 },
  );

let member: number;
let webhook: number;
test('the next process sends the changes of a killed one, in order and once', async () => {
  const killed = await startServer({ WORKER: '0' });
  ({ id: webhook } = await post(killed, 'webhook', {
    name: 'Till',
    url: receiver.url,
    is_active: 1,
    member_created: 1,
    member_updated: 1,
  }));
  const { rows } = await sql<Record<string, number>>`
    select (select min(id) from hotel) as hotel_id, (select min(id) from membership) as membership_id,
           (select min(id) from country) as origin_country_id,
           (select min(d.id) from option_detail d join option o on o.id = d.option_id
               where o.slug = 'type-gender') as type_gender_id`.execute(db.kysely);
  const first = {
    ...rows[0],
    first_name: 'First',
    email: 'guest@innkeeper.test',
    phone_no: '+62 811 1111',
    is_active: 1,
  };
  ({ id: member } = await post(killed, 'member', first));
  await post(killed, `member/${member}`, { first_name: 'Second' });
  await killed.kill();
  expect(receiver.received).toEqual([]);
  const nextServer = await startServer();
  await waitForSent(2);
  await nextServer.stop();
  expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['member.created', 'member.updated']);
  expect(sentNameAt(1)).toBe('Second');
});

test('a message in flight is sent again under its id, followed by later messages', async () => {
  receiver.answer(() => undefined);
  const killed = await startServer();
  await post(killed, `member/${member}`, { first_name: 'Third' });
  await waitForReceived(3);
  await post(killed, `member/${member}`, { first_name: 'Fourth' });
  await killed.kill();
  receiver.answer();
  await db.pool.query(`update graphile_worker._private_jobs set locked_at = now() - interval '11 minutes'`);
  await db.pool.query(`update graphile_worker._private_job_queues set locked_at = now() - interval '11 minutes'`);
  await releaseAbandonedJobs(db);
  const nextServer = await startServer();
  await waitForSent(4);
  await nextServer.stop();
  expect([3, 4].map(idOf)).toEqual([idOf(2), expect.not.stringMatching(`^${idOf(2)}$`)]);
  expect([2, 3, 4].map(sentNameAt)).toEqual(['Third', 'Third', 'Fourth']);
  expect(receiver.received).toHaveLength(5);
});
