import type { IncomingMessage, ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { createOutboundPolicy } from '../../platform/http/outbound-policy.ts';
import { createMailQueue } from '../../jobs/queue.ts';
import { startWorker } from '../../jobs/worker.ts';
import { deleteOldMessages, queueSendJobs, sendDueMessages } from './send-messages.ts';
import { LOCAL_ADDRESSES, type ReceivedRequest, startReceiver, startWebhooks } from './webhook-helpers.ts';

/** Delivery of messages: signed, in order, retried, and given up after a day. */

const { api, app, db, admin, createWebhook, readMessages, createMember, requestOk, request } = await startWebhooks();
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** How far a test sets the sender's clock ahead. */
let clockOffset = 0;
const now = () => new Date(Date.now() + clockOffset);
const advanceClock = (ms: number) => {
  clockOffset += ms;
};
const advanceClockTo = (moment: Date | null | undefined) => {
  clockOffset = Math.max(clockOffset, (moment?.getTime() ?? 0) - Date.now());
};
afterEach(() => {
  clockOffset = 0;
});
const abortController = new AbortController();
const services = {
  db,
  clock: now,
  outboundPolicy: createOutboundPolicy(LOCAL_ADDRESSES),
  outbox: createMailQueue(now),
  signal: abortController.signal,
  timeoutMs: 500,
};
const send = (id: number) => sendDueMessages(services, id);

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
const readDeliveries = async (id: number): Promise<Delivery[]> =>
  (
    await sql<Delivery>`
      select id, about, event, delivery_status, status_code, answer, attempts, next_attempt_at from webhook_delivery
      where webhook_id = ${id} order by id`.execute(db.kysely)
  ).rows;

/** Starts a receiver with its own webhook and a waiting message. */
async function createReceivingHook(overrides: object = {}) {
  const receiver = await startReceiver();
  const createdHook = await createWebhook({ url: receiver.url, ...overrides });
  const updateMember = async (id: number, first_name: string) => {
    await requestOk('POST', `member/${id}`, { first_name });
    await readMessages(createdHook.id);
  };
  return { ...receiver, ...createdHook, change: updateMember, log: () => readDeliveries(createdHook.id) };
}
const typesOf = (received: readonly ReceivedRequest[]) => received.map(({ body }) => JSON.parse(body).type);
const respondWith =
  (code: number, headers = {}) =>
  (_: ReceivedRequest, response: ServerResponse) =>
    void response.writeHead(code, headers).end('so it is');

describe('a message', () => {
  test('is signed according to Standard Webhooks, and logged with the response', async () => {
    const { id, secret, received, answer, log } = await createReceivingHook();
    answer((_, response) => void response.writeHead(200).end('thank you'));
    const member = await createMember();
    await readMessages(id);
    await send(id);
    const [message] = received;
    expect(new Webhook(secret).verify(message?.body ?? '', message?.headers ?? {})).toMatchObject({
      type: 'member.created',
      data: { id: member.id },
    });
    expect(message?.headers['content-type']).toBe('application/json');
    expect(await log()).toMatchObject([
      { about: `member ${member.id}`, delivery_status: 'sent', status_code: 200, answer: 'thank you', attempts: 1 },
    ]);
  });

  test('is signed with both secrets for 24 hours after a replacement, so that none is rejected', async () => {
    const { id, secret, received, change } = await createReceivingHook();
    const { id: member } = await createMember();
    const newSecret = (await requestOk<{ data: { secret: string } }>('POST', `webhook/${id}/token`)).data.secret;
    expect(newSecret).not.toBe(secret);
    await readMessages(id);
    await send(id);
    for (const expectedSecret of [secret, newSecret])
      expect(new Webhook(expectedSecret).verify(received[0]?.body ?? '', received[0]?.headers ?? {})).toBeTypeOf(
        'object',
      );
    advanceClock(24 * HOUR + SECOND);
    await change(member, 'Later');
    await send(id);
    vi.useFakeTimers({ now: now(), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const [, after] = received;
    expect(new Webhook(newSecret).verify(after?.body ?? '', after?.headers ?? {})).toBeTypeOf('object');
    expect(() => new Webhook(secret).verify(after?.body ?? '', after?.headers ?? {})).toThrow('No matching signature');
  });

  test('waits for earlier messages about the same record, and for no others', async () => {
    const { id, received, answer, change, log } = await createReceivingHook();
    const [slowMember, fastMember] = [await createMember(), await createMember()];
    await readMessages(id);
    answer((request, response) =>
      respondWith(request.body.includes(`"id":${slowMember.id},`) ? 500 : 204)(request, response),
    );
    await send(id);
    await change(slowMember.id, 'Second');
    await change(fastMember.id, 'Second');
    await send(id);
    expect((await log()).map((d) => [d.about, d.delivery_status, d.attempts])).toEqual([
      [`member ${slowMember.id}`, 'queued', 1],
      [`member ${fastMember.id}`, 'sent', 1],
      [`member ${slowMember.id}`, 'queued', 0],
      [`member ${fastMember.id}`, 'sent', 1],
    ]);
    answer();
    advanceClock(8 * SECOND);
    received.length = 0;
    await send(id);
    expect(typesOf(received)).toEqual(['member.created', 'member.updated']);
    expect((await log()).every((d) => d.delivery_status === 'sent')).toBe(true);
  });

  test('can be resent manually under the same id, but not while its webhook is off', async () => {
    const { id, received, log } = await createReceivingHook();
    await createMember();
    await readMessages(id);
    await send(id);
    const [delivery] = await log();
    await requestOk('POST', `webhook_delivery/${delivery?.id}/resend`);
    await send(id);
    expect(received).toHaveLength(2);
    expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
    expect(received[1]?.body).toBe(received[0]?.body);
    await requestOk('POST', `webhook/${id}`, { is_active: 0 });
    const rejectedReply = await request('POST', `webhook_delivery/${delivery?.id}/resend`);
    expect([rejectedReply.status, rejectedReply.text]).toEqual([409, expect.stringContaining('Turn it on first')]);
  });

  test('is deleted 30 days after it was sent, but its log entry remains', async () => {
    const { id, log } = await createReceivingHook();
    await createMember();
    await readMessages(id);
    await send(id);
    await deleteOldMessages(db, new Date(Date.now() + 29 * 24 * HOUR));
    const [{ id: delivery } = { id: 0 }] = await log();
    expect((await request('POST', `webhook_delivery/${delivery}/resend`)).status).toBe(200);
    await send(id);
    await deleteOldMessages(db, new Date(Date.now() + 31 * 24 * HOUR));
    const rejectedReply = await request('POST', `webhook_delivery/${delivery}/resend`);
    expect([rejectedReply.status, rejectedReply.text]).toEqual([409, expect.stringContaining('30 days')]);
  });
});

describe('a receiver', () => {
  test.each([
    ['that responds with 500', respondWith(500), 500, 'so it is'],
    ['that redirects', respondWith(302, { location: 'http://127.0.0.1:1/elsewhere' }), 302, 'so it is'],
    [
      'that closes early',
      (_: ReceivedRequest, __: unknown, { socket }: IncomingMessage) => void socket.destroy(),
      null,
      'socket hang up',
    ],
    ['that hangs', () => undefined, null, 'No answer within 0.5 seconds'],
  ] as const)('$0 is retried, with longer pauses each time', async (_, respond, code, text) => {
    const { id, answer, log } = await createReceivingHook();
    answer(respond);
    await createMember();
    await readMessages(id);
    const retryDelays: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await send(id);
      const [delivery] = await log();
      expect(delivery).toMatchObject({ delivery_status: 'queued', status_code: code, answer: text, attempts: attempt });
      retryDelays.push(Math.round(((delivery?.next_attempt_at?.getTime() ?? 0) - now().getTime()) / SECOND));
      advanceClockTo(delivery?.next_attempt_at);
    }
    expect([...retryDelays].sort((a, b) => a - b)).toEqual(retryDelays);
    expect(retryDelays.at(-1)).toBeGreaterThan(2 * (retryDelays[0] ?? 0));
  });

  test('may respond with a megabyte, of which the beginning is stored', async () => {
    const { id, answer, log } = await createReceivingHook();
    answer((_, response) => void response.writeHead(200).end('x'.repeat(1_000_000)));
    await createMember();
    await readMessages(id);
    await send(id);
    expect(await log()).toMatchObject([{ delivery_status: 'sent', status_code: 200, answer: 'x'.repeat(500) }]);
  });

  test('is paused after 24 unreachable hours, its owner gets one mail, and later messages wait', async () => {
    const { id, answer, received, log, change } = await createReceivingHook();
    answer(respondWith(503));
    const member = await createMember();
    await readMessages(id);
    const startedAt = Date.now();
    await change(member.id, 'Behind');
    for (let attemptsLeft = 40; attemptsLeft > 0 && (await log())[0]?.delivery_status === 'queued'; attemptsLeft -= 1) {
      await send(id);
      advanceClockTo((await log())[0]?.next_attempt_at);
    }
    expect(Math.round((now().getTime() - startedAt) / HOUR)).toBe(24);
    expect(received.length).toBeGreaterThan(10);
    expect(received.length).toBeLessThan(25);
    const pausedWebhook = await request<{ data: object }>('GET', `webhook/${id}`);
    expect(pausedWebhook.body.data).toMatchObject({ is_active: 0, paused_at: expect.any(String), waiting: 1 });
    expect((await log()).map((d) => d.delivery_status)).toEqual(['failed', 'queued']);
    const { rows } = await sql<{ user_id: number }>`
      select (payload ->> 'user_id')::int as user_id from graphile_worker._private_jobs
      where payload ->> 'letter' = 'webhook_paused'`.execute(db.kysely);
    expect(rows).toEqual([{ user_id: admin.id }]);
    await send(id); // switched off: nothing more is sent
    const before = received.length;
    answer();
    await requestOk('POST', `webhook/${id}`, { is_active: 1 });
    await send(id);
    expect(received.length).toBe(before + 1);
    expect((await request<{ data: object }>('GET', `webhook/${id}`)).body.data).toMatchObject({
      paused_at: null,
      waiting: 0,
    });
  });

  test('is paused immediately if it responds with 410 Gone', async () => {
    const { id, answer, log } = await createReceivingHook();
    answer(respondWith(410));
    await createMember();
    await readMessages(id);
    await send(id);
    expect(await log()).toMatchObject([{ delivery_status: 'failed', status_code: 410 }]);
    expect((await request<{ data: object }>('GET', `webhook/${id}`)).body.data).toMatchObject({ is_active: 0 });
  });
});

test('the worker sends to a receiver while another hangs, and stops without waiting for it', async () => {
  await sql`update webhook set is_active = false`.execute(db.kysely);
  const [slowHook, healthyHook] = [await createReceivingHook(), await createReceivingHook()];
  slowHook.answer(() => undefined);
  await createMember();
  await readMessages(healthyHook.id);
  await queueSendJobs(db, new Date());
  const config = readConfig({ LOG_LEVEL: 'silent', DEMO: '0', WEBHOOK_ALLOW: LOCAL_ADDRESSES });
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
