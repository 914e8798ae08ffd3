import type { IncomingMessage, ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { createOutboundPolicy } from '../../platform/http/outbound-policy.ts';
import { queueMail } from '../../jobs/queue.ts';
import { startWorker } from '../../jobs/worker.ts';
import { deleteOldMessages, queueSending, sendDue } from './send-messages.ts';
import { LOCAL, type Received, startReceiver, startWebhooks } from './webhook-helpers.ts';

/** Delivery of messages: signed, in order, retried, and given up after a day. */

const { api, app, db, admin, hook, messagesTo, memberOf, done, request } = await startWebhooks();
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** How far a test sets the sender's clock ahead. */
let ahead = 0;
const clock = () => new Date(Date.now() + ahead);
const later = (ms: number) => {
  ahead += ms;
};
const goTo = (moment: Date | null | undefined) => {
  ahead = Math.max(ahead, (moment?.getTime() ?? 0) - Date.now());
};
afterEach(() => {
  ahead = 0;
});
const stopping = new AbortController();
const services = {
  db,
  clock,
  outboundPolicy: createOutboundPolicy(LOCAL),
  outbox: queueMail(clock),
  signal: stopping.signal,
  timeoutMs: 500,
};
const send = (id: number) => sendDue(services, id);

interface Delivery {
  readonly id: number;
  readonly about: string;
  readonly event: string;
  readonly delivery_status: string;
  readonly status_code: number | null;
  readonly answer: string | null;
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
}
const logOf = async (id: number): Promise<Delivery[]> =>
  (
    await sql<Delivery>`
      select id, about, event, delivery_status, status_code, answer, attempts, next_attempt_at from webhook_delivery
      where webhook_id = ${id} order by id`.execute(db.kysely)
  ).rows;

/** Starts a receiver with its own webhook and a waiting message. */
async function createReceivingHook(over: object = {}) {
  const receiver = await startReceiver();
  const made = await hook({ url: receiver.url, ...over });
  const change = async (id: number, first_name: string) => {
    await done('POST', `member/${id}`, { first_name });
    await messagesTo(made.id);
  };
  return { ...receiver, ...made, change, log: () => logOf(made.id) };
}
const typesOf = (received: readonly Received[]) => received.map(({ body }) => JSON.parse(body).type);
const status =
  (code: number, headers = {}) =>
  (_: Received, response: ServerResponse) =>
    void response.writeHead(code, headers).end('so it is');

describe('a message', () => {
  test('is signed according to Standard Webhooks, and logged with the response', async () => {
    const { id, secret, received, answer, log } = await createReceivingHook();
    answer((_, response) => void response.writeHead(200).end('thank you'));
    const member = await memberOf();
    await messagesTo(id);
    await send(id);
    const [one] = received;
    expect(new Webhook(secret).verify(one?.body ?? '', one?.headers ?? {})).toMatchObject({
      type: 'member.created',
      data: { id: member.id },
    });
    expect(one?.headers['content-type']).toBe('application/json');
    expect(await log()).toMatchObject([
      { about: `member ${member.id}`, delivery_status: 'sent', status_code: 200, answer: 'thank you', attempts: 1 },
    ]);
  });

  test('is signed with both secrets for 24 hours after a replacement, so that none is rejected', async () => {
    const { id, secret, received, change } = await createReceivingHook();
    const { id: member } = await memberOf();
    const replaced = (await done<{ data: { secret: string } }>('POST', `webhook/${id}/token`)).data.secret;
    expect(replaced).not.toBe(secret);
    await messagesTo(id);
    await send(id);
    for (const known of [secret, replaced])
      expect(new Webhook(known).verify(received[0]?.body ?? '', received[0]?.headers ?? {})).toBeTypeOf('object');
    later(24 * HOUR + SECOND);
    await change(member, 'Later');
    await send(id);
    vi.useFakeTimers({ now: clock(), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const [, after] = received;
    expect(new Webhook(replaced).verify(after?.body ?? '', after?.headers ?? {})).toBeTypeOf('object');
    expect(() => new Webhook(secret).verify(after?.body ?? '', after?.headers ?? {})).toThrow('No matching signature');
  });

  test('waits for earlier messages about the same record, and for no others', async () => {
    const { id, received, answer, change, log } = await createReceivingHook();
    const [slow, fastMember] = [await memberOf(), await memberOf()];
    await messagesTo(id);
    answer((request, response) => status(request.body.includes(`"id":${slow.id},`) ? 500 : 204)(request, response));
    await send(id);
    await change(slow.id, 'Second');
    await change(fastMember.id, 'Second');
    await send(id);
    expect((await log()).map((d) => [d.about, d.delivery_status, d.attempts])).toEqual([
      [`member ${slow.id}`, 'queued', 1],
      [`member ${fastMember.id}`, 'sent', 1],
      [`member ${slow.id}`, 'queued', 0],
      [`member ${fastMember.id}`, 'sent', 1],
    ]);
    answer();
    later(8 * SECOND);
    received.length = 0;
    await send(id);
    expect(typesOf(received)).toEqual(['member.created', 'member.updated']);
    expect((await log()).every((d) => d.delivery_status === 'sent')).toBe(true);
  });

  test('can be resent manually under the same id, but not while its webhook is off', async () => {
    const { id, received, log } = await createReceivingHook();
    await memberOf();
    await messagesTo(id);
    await send(id);
    const [delivery] = await log();
    await done('POST', `webhook_delivery/${delivery?.id}/resend`);
    await send(id);
    expect(received).toHaveLength(2);
    expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
    expect(received[1]?.body).toBe(received[0]?.body);
    await done('POST', `webhook/${id}`, { is_active: 0 });
    const rejected = await request('POST', `webhook_delivery/${delivery?.id}/resend`);
    expect([rejected.status, rejected.text]).toEqual([409, expect.stringContaining('Turn it on first')]);
  });

  test('is deleted 30 days after it was sent, but its log entry remains', async () => {
    const { id, log } = await createReceivingHook();
    await memberOf();
    await messagesTo(id);
    await send(id);
    await deleteOldMessages(db, new Date(Date.now() + 29 * 24 * HOUR));
    const [{ id: delivery } = { id: 0 }] = await log();
    expect((await request('POST', `webhook_delivery/${delivery}/resend`)).status).toBe(200);
    await send(id);
    await deleteOldMessages(db, new Date(Date.now() + 31 * 24 * HOUR));
    const rejected = await request('POST', `webhook_delivery/${delivery}/resend`);
    expect([rejected.status, rejected.text]).toEqual([409, expect.stringContaining('30 days')]);
  });
});

describe('a receiver', () => {
  test.each([
    ['that responds with 500', status(500), 500, 'so it is'],
    ['that redirects', status(302, { location: 'http://127.0.0.1:1/elsewhere' }), 302, 'so it is'],
    [
      'that closes early',
      (_: Received, __: unknown, { socket }: IncomingMessage) => void socket.destroy(),
      null,
      'socket hang up',
    ],
    ['that hangs', () => undefined, null, 'No answer within 0.5 seconds'],
  ] as const)('$0 is retried, with longer pauses each time', async (_, respond, code, text) => {
    const { id, answer, log } = await createReceivingHook();
    answer(respond);
    await memberOf();
    await messagesTo(id);
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await send(id);
      const [delivery] = await log();
      expect(delivery).toMatchObject({ delivery_status: 'queued', status_code: code, answer: text, attempts: attempt });
      pauses.push(Math.round(((delivery?.next_attempt_at?.getTime() ?? 0) - clock().getTime()) / SECOND));
      goTo(delivery?.next_attempt_at);
    }
    expect([...pauses].sort((a, b) => a - b)).toEqual(pauses);
    expect(pauses.at(-1)).toBeGreaterThan(2 * (pauses[0] ?? 0));
  });

  test('is accepted if it sends a megabyte, and the beginning of its response is stored', async () => {
    const { id, answer, log } = await createReceivingHook();
    answer((_, response) => void response.writeHead(200).end('x'.repeat(1_000_000)));
    await memberOf();
    await messagesTo(id);
    await send(id);
    expect(await log()).toMatchObject([{ delivery_status: 'sent', status_code: 200, answer: 'x'.repeat(500) }]);
  });

  test('is paused after 24 unreachable hours, its owner gets one mail, and later messages wait', async () => {
    const { id, answer, received, log, change } = await createReceivingHook();
    answer(status(503));
    const member = await memberOf();
    await messagesTo(id);
    const startedAt = Date.now();
    await change(member.id, 'Behind');
    for (let left = 40; left > 0 && (await log())[0]?.delivery_status === 'queued'; left -= 1) {
      await send(id);
      goTo((await log())[0]?.next_attempt_at);
    }
    expect(Math.round((clock().getTime() - startedAt) / HOUR)).toBe(24);
    expect(received.length).toBeGreaterThan(10);
    expect(received.length).toBeLessThan(25);
    const paused = await request<{ data: object }>('GET', `webhook/${id}`);
    expect(paused.body.data).toMatchObject({ is_active: 0, paused_at: expect.any(String), waiting: 1 });
    expect((await log()).map((d) => d.delivery_status)).toEqual(['failed', 'queued']);
    const { rows } = await sql<{ user_id: number }>`
      select (payload ->> 'user_id')::int as user_id from graphile_worker._private_jobs
      where payload ->> 'letter' = 'webhook_paused'`.execute(db.kysely);
    expect(rows).toEqual([{ user_id: admin.id }]);
    await send(id); // switched off: nothing more is sent
    const before = received.length;
    answer();
    await done('POST', `webhook/${id}`, { is_active: 1 });
    await send(id);
    expect(received.length).toBe(before + 1);
    expect((await request<{ data: object }>('GET', `webhook/${id}`)).body.data).toMatchObject({
      paused_at: null,
      waiting: 0,
    });
  });

  test('is paused immediately if it responds with 410 Gone', async () => {
    const { id, answer, log } = await createReceivingHook();
    answer(status(410));
    await memberOf();
    await messagesTo(id);
    await send(id);
    expect(await log()).toMatchObject([{ delivery_status: 'failed', status_code: 410 }]);
    expect((await request<{ data: object }>('GET', `webhook/${id}`)).body.data).toMatchObject({ is_active: 0 });
  });
});

test('the worker sends to a receiver while another hangs, and stops without waiting for it', async () => {
  await sql`update webhook set is_active = false`.execute(db.kysely);
  const [slowHook, healthyHook] = [await createReceivingHook(), await createReceivingHook()];
  slowHook.answer(() => undefined);
  await memberOf();
  await messagesTo(healthyHook.id);
  await queueSending(db, new Date());
  const config = readConfig({ LOG_LEVEL: 'silent', DEMO: '0', WEBHOOK_ALLOW: LOCAL });
  const worker = await startWorker({
    db,
    config,
    clock: api.clock,
    transport: async () => 'kept',
    log: app.log,
    whenIdle: async () => {},
  });
  await vi.waitFor(() => expect([slowHook.received.length, healthyHook.received.length]).toEqual([1, 1]), {
    timeout: 60_000,
  });
  await vi.waitFor(async () => expect((await healthyHook.log())[0]?.delivery_status).toBe('sent'), { timeout: 60_000 });
  await worker.stop();
  expect(await slowHook.log()).toMatchObject([{ delivery_status: 'queued', attempts: 0 }]);
});
