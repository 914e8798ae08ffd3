import { MAX_WEBHOOK_RESPONSE, WEBHOOK_HOURS } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import {
  type OutboundResponse,
  type OutboundClient,
  createOutboundClient,
} from '../../platform/http/outbound-request.ts';
import type { OutboundPolicy } from '../../platform/http/outbound-policy.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';

/*
 * Processing of a message:
 *
 *   queued --if no earlier message about the same record is queued--> posted --2xx--> sent
 *   posted --any other response, or none--> queued again, for 5 seconds, then for as long as it was tried, 6 hours at
 *   most; later messages about the record wait
 *   posted --24 hours after the first attempt, or 410--> failed; its webhook is switched off, and its owner gets a mail
 *
 * Each webhook has one job at a time, which posts over a few connections, so a hanging receiver does not delay others.
 */

/** Connections per receiver. */
const MAX_CONCURRENT = 8;
/** Messages read per query. */
const BATCH_LIMIT = 100;
/** Maximum duration of one job before other webhooks get a turn, well below the limit of a job (jobs/queue.ts). */
const MAX_JOB_MS = 60_000;
export const SEND_TIMEOUT_MS = 15_000;

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const MIN_RETRY_DELAY = 5 * SECOND_MS;
const MAX_RETRY_DELAY = 6 * HOUR_MS;
/** The receiver is permanently gone (Standard Webhooks). */
const STATUS_GONE = 410;

export interface SendServices {
  readonly db: Db;
  readonly clock: () => Date;
  readonly outboundPolicy: OutboundPolicy;
  readonly outbox: Outbox;
  /** Aborted when the server stops: messages in flight are retried later. */
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

interface Endpoint {
  readonly id: number;
  readonly url: string;
  /** The current secret and those of the last 24 hours. */
  readonly secrets: readonly string[];
}

interface DueMessage {
  readonly id: number;
  readonly about: string;
  readonly message_id: string;
  readonly attempts: number;
  readonly body: string;
  readonly tried_since: Date | null;
}

/** Queues a job for every webhook with a due message, and replaces a job that is already waiting. */
export async function queueSendJobs(db: Db, now: Date): Promise<void> {
  await sql`
    select graphile_worker.add_job('webhook', json_build_object('webhook_id', w.id),
                                   queue_name => 'webhook ' || w.id, job_key => 'webhook ' || w.id)
    from webhook w
    where w.is_active and w.deleted_at is null and exists (
      select from webhook_delivery d
      where d.webhook_id = w.id and d.delivery_status = 'queued' and d.next_attempt_at <= ${now})`.execute(db.kysely);
}

/** Deletes the bodies of messages 30 days after they were sent or failed, and expired secrets. */
export async function deleteOldMessages(db: Db, now: Date): Promise<void> {
  await sql`
    delete from webhook_message m using webhook_delivery d
    where d.id = m.delivery_id and d.delivery_status <> 'queued'
      and d.last_attempt_at < ${now}::timestamptz - interval '30 days'`.execute(db.kysely);
  await sql`delete from webhook_secret where until < ${now}`.execute(db.kysely);
}

/** Posts the due messages of one webhook until none is left, none is accepted, or its time is up. */
export async function sendDueMessages(services: SendServices, webhookId: number): Promise<void> {
  const { db, clock, outboundPolicy, signal, timeoutMs = SEND_TIMEOUT_MS } = services;
  const deadline = Date.now() + MAX_JOB_MS;
  let connection: { readonly url: string; readonly client: OutboundClient } | undefined;
  try {
    while (!signal.aborted && Date.now() < deadline) {
      const endpoint = await readEndpoint(db, webhookId, clock());
      const dueMessages = endpoint ? await readDueMessages(db, webhookId, clock()) : [];
      if (!endpoint || dueMessages.length === 0) return;
      if (connection?.url !== endpoint.url) {
        connection?.client.close();
        const url = new URL(endpoint.url);
        const limits = { connections: MAX_CONCURRENT, timeoutMs, maxResponseChars: MAX_WEBHOOK_RESPONSE };
        connection = { url: endpoint.url, client: createOutboundClient({ url, outboundPolicy, signal, ...limits }) };
      }
      const isAnyAccepted = await postMessages(services, endpoint, connection.client, dueMessages);
      if (!isAnyAccepted) return;
    }
  } finally {
    connection?.client.close();
  }
}

async function readEndpoint({ kysely }: Db, id: number, now: Date): Promise<Endpoint | undefined> {
  const { rows } = await sql<Endpoint>`
    select w.id, w.url, w.secret || array(
      select s.secret from webhook_secret s where s.webhook_id = w.id and s.until > ${now}
      order by s.until desc) as secrets
    from webhook w where w.id = ${id} and w.is_active and w.deleted_at is null`.execute(kysely);
  return rows[0];
}

/** The first queued message of each record, if it is due. */
async function readDueMessages({ kysely }: Db, webhookId: number, now: Date): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    select d.id, d.about, d.message_id, d.attempts, m.body, m.tried_since
    from webhook_delivery d join webhook_message m on m.delivery_id = d.id
    where d.webhook_id = ${webhookId} and d.delivery_status = 'queued' and d.next_attempt_at <= ${now}
      and not exists (select from webhook_delivery e
                      where e.webhook_id = d.webhook_id and e.about = d.about and e.delivery_status = 'queued'
                        and e.id < d.id)
    order by d.id limit ${BATCH_LIMIT}`.execute(kysely);
  return rows;
}

/** Returns whether any message was accepted, so that it is worth continuing. */
async function postMessages(
  services: SendServices,
  endpoint: Endpoint,
  client: OutboundClient,
  dueMessages: readonly DueMessage[],
) {
  const remaining = dueMessages.values();
  let isAnyAccepted = false;
  let isPaused = false;
  const postNext = async () => {
    for (const message of remaining) {
      if (isPaused || services.signal.aborted) return;
      const startedAt = performance.now();
      const response = await client.post(message.body, signedHeaders(endpoint, message, services.clock()));
      if (services.signal.aborted) return;
      const now = services.clock();
      const result = evaluateAttempt(message, response, now);
      await storeResult(services, endpoint.id, message, {
        ...response,
        ...result,
        now,
        ms: Math.round(performance.now() - startedAt),
      });
      isAnyAccepted ||= result.state === 'sent';
      isPaused ||= result.state === 'failed';
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, dueMessages.length) }, postNext));
  return isAnyAccepted && !isPaused;
}

/** Signature headers of Standard Webhooks: every valid secret signs, and the receiver uses the one it knows. */
function signedHeaders(
  { secrets }: Endpoint,
  { message_id, body }: DueMessage,
  now: Date,
): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Innkeeper-Webhooks',
    'webhook-id': message_id,
    'webhook-timestamp': String(Math.floor(now.getTime() / SECOND_MS)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(message_id, now, body)).join(' '),
  };
}

/** The result of an attempt; `next` is when the next one is due. */
interface AttemptResult {
  readonly state: 'sent' | 'failed' | 'queued';
  readonly since: Date;
  readonly next: Date | null;
}

function evaluateAttempt({ tried_since }: DueMessage, { status }: OutboundResponse, now: Date): AttemptResult {
  const since = tried_since ?? now;
  if (status !== null && status >= 200 && status < 300) return { state: 'sent', since, next: null };
  const elapsedMs = now.getTime() - since.getTime();
  const remainingMs = WEBHOOK_HOURS * HOUR_MS - elapsedMs;
  if (status === STATUS_GONE || remainingMs <= 0) return { state: 'failed', since, next: null };
  const delay = Math.min(Math.max(elapsedMs, MIN_RETRY_DELAY), MAX_RETRY_DELAY, remainingMs);
  return { state: 'queued', since, next: new Date(now.getTime() + delay) };
}

/** Stores the result of an attempt. */
async function storeResult(
  { db, outbox }: SendServices,
  webhookId: number,
  { id, about }: DueMessage,
  {
    state,
    since,
    next,
    status,
    text,
    ms,
    now,
  }: AttemptResult & OutboundResponse & { readonly ms: number; readonly now: Date },
): Promise<void> {
  await db.kysely.transaction().execute(async (tx) => {
    await sql`
      update webhook_delivery
      set delivery_status = ${state}, attempts = attempts + 1, last_attempt_at = ${now}, next_attempt_at = ${next},
          status_code = ${status}, answer = ${text.replaceAll('\0', '') || null}, duration_ms = ${ms}
      where id = ${id}`.execute(tx);
    if (state === 'sent') return;
    await sql`update webhook_message set tried_since = ${since} where delivery_id = ${id}`.execute(tx);
    if (state === 'failed') return pauseWebhook(tx, outbox, webhookId, now);
    await sql`
      update webhook_delivery set next_attempt_at = ${next}
      where webhook_id = ${webhookId} and about = ${about} and delivery_status = 'queued' and id > ${id}`.execute(tx);
  });
}

/** Switches a webhook off and queues a mail to its owner: the user who created it, or else last changed it. */
async function pauseWebhook(tx: Tx, outbox: Outbox, webhookId: number, now: Date): Promise<void> {
  const { rows } = await sql<{ created_by_id: number | null; updated_by_id: number | null }>`
    update webhook w set is_active = false, paused_at = ${now}
    from webhook previous where previous.id = w.id and w.id = ${webhookId} and w.is_active
    returning w.created_by_id, previous.updated_by_id`.execute(tx);
  const [pausedWebhook] = rows;
  if (!pausedWebhook) return;
  const { rows: owners } = await sql<{ id: number }>`
    select id from users where id in (${pausedWebhook.created_by_id}, ${pausedWebhook.updated_by_id}) and is_active and deleted_at is null
    order by id = ${pausedWebhook.created_by_id} desc nulls last limit 1`.execute(tx);
  await outbox(tx, { letter: 'webhook_paused', userId: owners[0]?.id ?? null });
}
