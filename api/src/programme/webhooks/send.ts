import { WEBHOOK_ANSWER_MAX, WEBHOOK_HOURS } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { type Answered, type Poster, createPoster } from '../../platform/http/post.ts';
import type { Reach } from '../../platform/http/reach.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';

/*
 * The way of a message:
 *
 *   queued --its turn: none about the same record is before it--> posted --2xx--> sent
 *   posted --anything else, or nothing--> queued again, for 5 seconds, then for as long as it was tried, 6 hours at most; those behind
 *     it wait with it
 *   posted --24 hours after the first attempt, or 410--> failed; its webhook is switched off, and its maker gets a mail
 *
 * A webhook has one job at a time, which posts to it over a few connections; so one that hangs keeps no other waiting.
 */

/** Connections to one receiver. */
const AT_ONCE = 8;
/** Messages that are read at a time. */
const ROUND = 100;
/** How long one job goes on, before others have its place: well below what a job may take (jobs/queue.ts). */
const JOB_MS = 60_000;
export const PATIENCE_MS = 15_000;

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const FIRST_PAUSE = 5 * SECOND;
const LONGEST_PAUSE = 6 * HOUR;
/** The receiver is gone for good (Standard Webhooks). */
const GONE = 410;

export interface SendServices {
  readonly db: Db;
  readonly clock: () => Date;
  readonly reach: Reach;
  readonly outbox: Outbox;
  /** Aborted when the program stops: messages under way are tried again later. */
  readonly signal: AbortSignal;
  readonly patienceMs?: number;
}

interface Endpoint {
  readonly id: number;
  readonly url: string;
  /** The present one and those of the last 24 hours. */
  readonly secrets: readonly string[];
}

interface Due {
  readonly id: number;
  readonly about: string;
  readonly message_id: string;
  readonly attempts: number;
  readonly body: string;
  readonly tried_since: Date | null;
}

/** Gives every webhook for which something is due a job. One that waits already is replaced. */
export async function queueSending(db: Db, now: Date): Promise<void> {
  await sql`
    select graphile_worker.add_job('webhook', json_build_object('webhook_id', w.id),
                                   queue_name => 'webhook ' || w.id, job_key => 'webhook ' || w.id)
    from webhook w
    where w.is_active and w.deleted_at is null and exists (
      select from webhook_delivery d
      where d.webhook_id = w.id and d.delivery_status = 'queued' and d.next_attempt_at <= ${now})`.execute(db.kysely);
}

/** Forgets the bodies of messages 30 days after they were through, and secrets that sign no more. */
export async function forgetMessages(db: Db, now: Date): Promise<void> {
  await sql`
    delete from webhook_message m using webhook_delivery d
    where d.id = m.delivery_id and d.delivery_status <> 'queued' and d.last_attempt_at < ${now}::timestamptz - interval '30 days'`.execute(
    db.kysely,
  );
  await sql`delete from webhook_secret where until < ${now}`.execute(db.kysely);
}

/** Posts the messages due to one webhook, until nothing is left, nothing gets through, or others should have the turn. */
export async function sendDue(services: SendServices, webhookId: number): Promise<void> {
  const { db, clock, reach, signal, patienceMs = PATIENCE_MS } = services;
  const endAt = Date.now() + JOB_MS;
  let poster: { readonly url: string; readonly by: Poster } | undefined;
  try {
    while (!signal.aborted && Date.now() < endAt) {
      const endpoint = await readEndpoint(db, webhookId, clock());
      const due = endpoint ? await readDue(db, webhookId, clock()) : [];
      if (!endpoint || due.length === 0) return;
      if (poster?.url !== endpoint.url) {
        poster?.by.close();
        const url = new URL(endpoint.url);
        const limits = { connections: AT_ONCE, patienceMs, answerMax: WEBHOOK_ANSWER_MAX };
        poster = { url: endpoint.url, by: createPoster({ url, reach, signal, ...limits }) };
      }
      const through = await postAll(services, endpoint, poster.by, due);
      if (!through) return;
    }
  } finally {
    poster?.by.close();
  }
}

async function readEndpoint({ kysely }: Db, id: number, now: Date): Promise<Endpoint | undefined> {
  const { rows } = await sql<Endpoint>`
    select w.id, w.url, w.secret || array(
      select s.secret from webhook_secret s where s.webhook_id = w.id and s.until > ${now} order by s.until desc) as secrets
    from webhook w where w.id = ${id} and w.is_active and w.deleted_at is null`.execute(kysely);
  return rows[0];
}

/** The first waiting message of each record, where it is due. */
async function readDue({ kysely }: Db, webhookId: number, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select d.id, d.about, d.message_id, d.attempts, m.body, m.tried_since
    from webhook_delivery d join webhook_message m on m.delivery_id = d.id
    where d.webhook_id = ${webhookId} and d.delivery_status = 'queued' and d.next_attempt_at <= ${now}
      and not exists (select from webhook_delivery e
                      where e.webhook_id = d.webhook_id and e.about = d.about and e.delivery_status = 'queued' and e.id < d.id)
    order by d.id limit ${ROUND}`.execute(kysely);
  return rows;
}

/** Returns whether any got through, so that it is worth going on. */
async function postAll(services: SendServices, endpoint: Endpoint, poster: Poster, due: readonly Due[]) {
  const waiting = due.values();
  let through = false;
  let isPaused = false;
  const postOn = async () => {
    for (const message of waiting) {
      if (isPaused || services.signal.aborted) return;
      const began = performance.now();
      const answer = await poster.post(message.body, signed(endpoint, message, services.clock()));
      if (services.signal.aborted) return;
      const now = services.clock();
      const end = endOf(message, answer, now);
      await note(services, endpoint.id, message, { ...answer, ...end, now, ms: Math.round(performance.now() - began) });
      through ||= end.state === 'sent';
      isPaused ||= end.state === 'failed';
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, due.length) }, postOn));
  return through && !isPaused;
}

/** As Standard Webhooks has it: every secret that counts signs, and a receiver takes the one that it knows. */
function signed({ secrets }: Endpoint, { message_id, body }: Due, now: Date): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Innkeeper-Webhooks',
    'webhook-id': message_id,
    'webhook-timestamp': String(Math.floor(now.getTime() / SECOND)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(message_id, now, body)).join(' '),
  };
}

/** How an attempt ends; `next` is when the next one is due. */
interface End {
  readonly state: 'sent' | 'failed' | 'queued';
  readonly since: Date;
  readonly next: Date | null;
}

function endOf({ tried_since }: Due, { status }: Answered, now: Date): End {
  const since = tried_since ?? now;
  if (status !== null && status >= 200 && status < 300) return { state: 'sent', since, next: null };
  const tried = now.getTime() - since.getTime();
  const left = WEBHOOK_HOURS * HOUR - tried;
  if (status === GONE || left <= 0) return { state: 'failed', since, next: null };
  const pause = Math.min(Math.max(tried, FIRST_PAUSE), LONGEST_PAUSE, left);
  return { state: 'queued', since, next: new Date(now.getTime() + pause) };
}

/** Writes down the outcome of an attempt. */
async function note(
  { db, outbox }: SendServices,
  webhookId: number,
  { id, about }: Due,
  { state, since, next, status, text, ms, now }: End & Answered & { readonly ms: number; readonly now: Date },
): Promise<void> {
  await db.kysely.transaction().execute(async (tx) => {
    await sql`
      update webhook_delivery
      set delivery_status = ${state}, attempts = attempts + 1, last_attempt_at = ${now}, next_attempt_at = ${next},
          status_code = ${status}, answer = ${text.replaceAll('\0', '') || null}, duration_ms = ${ms}
      where id = ${id}`.execute(tx);
    if (state === 'sent') return;
    await sql`update webhook_message set tried_since = ${since} where delivery_id = ${id}`.execute(tx);
    if (state === 'failed') return pause(tx, outbox, webhookId, now);
    await sql`
      update webhook_delivery set next_attempt_at = ${next}
      where webhook_id = ${webhookId} and about = ${about} and delivery_status = 'queued' and id > ${id}`.execute(tx);
  });
}

/** Switches a webhook off, and orders a letter to its owner: the user who made it, or changed it last. */
async function pause(tx: Tx, outbox: Outbox, webhookId: number, now: Date): Promise<void> {
  const { rows } = await sql<{ made_by: number | null; changed_by: number | null }>`
    update webhook w set is_active = false, paused_at = ${now}
    from webhook was where was.id = w.id and w.id = ${webhookId} and w.is_active
    returning w.created_by_id as made_by, was.updated_by_id as changed_by`.execute(tx);
  const [paused] = rows;
  if (!paused) return;
  const { rows: owners } = await sql<{ id: number }>`
    select id from users where id in (${paused.made_by}, ${paused.changed_by}) and is_active and deleted_at is null
    order by id = ${paused.made_by} desc nulls last limit 1`.execute(tx);
  await outbox(tx, { letter: 'webhook_paused', userId: owners[0]?.id ?? null });
}
