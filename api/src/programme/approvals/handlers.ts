import { APPROVALS, APPROVAL_DAYS, type Label, type Language } from '@innkeeper/contract';
import {
  ASKED_CALLS,
  ASKED_RECORDS,
  type ApprovalFacts,
  type AskedCall,
  type CallDefinition,
  type approvalCalls,
  calls,
} from '@innkeeper/contract/calls';
import type { Tx } from '@innkeeper/db';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Actor, loadActorOf, requirePermission } from '../../access/actor.ts';
import { mailDeciders } from '../../access/may-decide.ts';
import { APPROVAL_BRAKE, limitRate } from '../../access/throttle.ts';
import type { Handlers } from '../../engine/calls/register.ts';
import { type StoredCall, runStored } from '../../engine/calls/stored.ts';
import type { Approved, WriteContext } from '../../engine/resources/behaviour.ts';
import type { FlowServices } from '../../engine/resources/workflow.ts';
import { ApiError, fail } from '../../platform/http/fail.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { raiseApproved } from '../cards/levels.ts';
import { type Waiting, endApproval, getApproval, holdWaiting, isWaiting, readApprovals } from './approvals.ts';
import { type Place, readFacts, sameMoney } from './facts.ts';

/** The works of the calls that can be asked for, each by the subject that has it. */
type Works = Readonly<Record<AskedCall, unknown>>;

interface Scene {
  readonly context: WriteContext;
  readonly language: Language;
  readonly request: FastifyRequest;
}

/**
 * Approvals. A call that needs one is tried as it was asked, taken back, and kept: as call and body, with its facts. The approver
 * has it done by the same work, in the name of the asker and with the asker's rights of that moment, once. Where it comes out at
 * other prices, or cannot be done any more, nothing is done and the approval says why.
 */
export const approvalHandlers = (services: FlowServices, works: Works): Handlers<typeof approvalCalls> => ({
  'GET /api/approval': async ({ actor, now, language, query: { state, page, per_page } }) => {
    const where = state === 'all' ? sql`true` : isWaiting(now);
    const { data, total } = await readApprovals(services.db.kysely, actor, now, {
      where,
      page,
      perPage: per_page,
      language,
    });
    return { data, meta: { page, per_page, total } };
  },

  'POST /api/approval': async ({ context, timeZone, language, request, body }) => {
    const { tx, actor, now } = context;
    const call = definitionOf(body.call);
    requirePermission(actor, ...call.rights);
    const stored = { path: body.path, body: withMoment(body.call, body.body, now), timeZone };
    const scene = { context, language, request };
    const tried = await attempt(tx, () => runStored(call, works[body.call], stored, scene), 'back');
    if (tried.done !== undefined) throw fail('conflict', { message: NOT_NEEDED });
    if (tried.refusal.code !== 'approval_needed') throw tried.refusal;
    const kind = ASKED_CALLS[body.call];
    const { facts, place } = await tryAsked(works, body.call, stored, scene);
    await limitRate(tx, { key: `approval ${actor.userId}`, brake: APPROVAL_BRAKE }, now, ENOUGH);
    const { rows } = await sql<{ id: number }>`
      insert into approval (kind, asked_at, asked_by_id, expires_at, reason, needs, hotel_id, country_id, call, path, body, time_zone, facts)
      values (${kind}, ${now}, ${actor.userId}, ${now}::timestamptz + make_interval(days => ${APPROVAL_DAYS}), ${body.reason}, ${APPROVALS[kind].needs},
              ${place.hotel}, ${place.country}, ${body.call}, ${JSON.stringify(stored.path)}::jsonb, ${JSON.stringify(stored.body)}::jsonb, ${timeZone},
              ${JSON.stringify(facts)}::jsonb)
      returning id`.execute(tx);
    const id = rows[0]?.id ?? 0;
    await mailDeciders(tx, services.outbox, id);
    return { data: await getApproval(tx, actor, now, id, language) };
  },

  'POST /api/approval/{id}/approve': async ({ context, language, request, path: { id }, body: { decision } }) => {
    const { tx, actor, now } = context;
    const waiting = await holdWaiting(tx, actor, now, id, false);
    const { asked_by_id, member_card_id } = waiting;
    if (member_card_id !== null) {
      await approveUpgrade(services.outbox, context, { id, cardId: member_card_id, decision });
    } else {
      const asker = asked_by_id === null ? undefined : await loadActorOf(tx, asked_by_id);
      const failure = asker
        ? await doAsked(works, waiting, { context: { ...context, actor: asker }, language, request }, actor)
        : NOBODY_ANY_MORE;
      await endApproval(tx, actor, now, id, { outcome: failure ? 'failed' : 'approved', decision, failure });
    }
    await tellRequester(services.outbox, tx, waiting);
    return { data: await getApproval(tx, actor, now, id, language) };
  },

  'POST /api/approval/{id}/refuse': async ({
    context: { tx, actor, now },
    language,
    path: { id },
    body: { decision },
  }) => {
    const waiting = await holdWaiting(tx, actor, now, id, false);
    await endApproval(tx, actor, now, id, { outcome: 'refused', decision });
    await tellRequester(services.outbox, tx, waiting);
    return { data: await getApproval(tx, actor, now, id, language) };
  },

  'POST /api/approval/{id}/withdraw': async ({ context: { tx, actor, now }, language, path: { id } }) => {
    await holdWaiting(tx, actor, now, id, true);
    await endApproval(tx, actor, now, id, { outcome: 'withdrawn' });
    return { data: await getApproval(tx, actor, now, id, language) };
  },
});

/** Mails the requester that it was decided. The user who posted a visit has requested no upgrade, and gets no mail. */
const tellRequester = async (outbox: Outbox, tx: Tx, { kind, asked_by_id }: Waiting): Promise<void> => {
  if (kind !== 'upgrade' && asked_by_id !== null) await outbox(tx, { letter: 'approval_decided', userId: asked_by_id });
};

/** Approves an upgrade, and has it done; or says why it was not. */
async function approveUpgrade(
  outbox: Outbox,
  { tx, actor, now }: WriteContext,
  { id, cardId, decision }: { readonly id: number; readonly cardId: number; readonly decision: string | null },
): Promise<void> {
  const tried = await attempt(
    tx,
    async () => {
      // A member rises only where the approval is on record.
      await endApproval(tx, actor, now, id, { outcome: 'approved', decision });
      if (!(await raiseApproved({ tx }, outbox, cardId))) throw fail('conflict', { message: NOT_DUE });
    },
    'only if refused',
  );
  if (tried.refusal)
    await endApproval(tx, actor, now, id, { outcome: 'failed', decision, failure: tried.refusal.label });
}

/** A sale is of the day on which it was asked for. */
const SALES = new Set<AskedCall>(['POST /api/transaction/wizard', 'POST /api/transaction/free_membership']);
const withMoment = (call: AskedCall, body: StoredCall['body'], now: Date): StoredCall['body'] =>
  SALES.has(call) && (body.transaction_date ?? '') === '' ? { ...body, transaction_date: now.toISOString() } : body;

/** The answer that the call would give once it is approved; nothing of it stays. Throws its refusal. */
async function tryAsked(
  works: Works,
  name: AskedCall,
  stored: StoredCall,
  { context, ...rest }: Scene,
): Promise<{ facts: ApprovalFacts; place: Place }> {
  const approved: Approved = { kind: ASKED_CALLS[name], by: null };
  const tried = await attempt(
    context.tx,
    async () =>
      readFacts(
        context.tx,
        name,
        stored,
        await runStored(definitionOf(name), works[name], stored, { ...rest, context: { ...context, approved } }),
      ),
    'back',
  );
  if (tried.refusal) throw tried.refusal;
  return tried.done;
}

/** Does the call in the asker's name. Returns why it could not be done; then nothing of it stays. */
async function doAsked(
  works: Works,
  { call: name, path, body, time_zone, kind, facts }: Awaited<ReturnType<typeof holdWaiting>>,
  { context, ...rest }: Scene,
  approver: Actor,
): Promise<Label | null> {
  const { tx, actor: asker } = context;
  if (name === null || !isAskedCall(name)) return NOBODY_ANY_MORE;
  const stored = { path, body, timeZone: time_zone };
  const approved: Approved = { kind, by: approver.userId };
  await actAs(tx, asker);
  const tried = await attempt(
    tx,
    async () => {
      requirePermission(asker, ...definitionOf(name).rights);
      const answer = await runStored(definitionOf(name), works[name], stored, {
        ...rest,
        context: { ...context, approved },
      });
      const { facts: now } = await readFacts(tx, name, stored, answer);
      if (!sameMoney(facts, now)) throw fail('conflict', { message: otherPrice(facts, now) });
    },
    'only if refused',
  );
  await actAs(tx, approver);
  return tried.refusal?.label ?? null;
}

const definitionOf = (name: AskedCall): CallDefinition => ({ ...calls, ...ASKED_RECORDS })[name];
const isAskedCall = (name: string): name is AskedCall => Object.hasOwn(ASKED_CALLS, name);
const actAs = (tx: Tx, { userId }: Actor) =>
  sql`select set_config('innkeeper.actor', ${String(userId)}, true)`.execute(tx);

type Tried<T> = { readonly done: T; readonly refusal?: never } | { readonly done?: never; readonly refusal: ApiError };

/** Runs some work within the transaction, and takes it back: always, or where it was refused. */
async function attempt<T>(tx: Tx, work: () => Promise<T>, back: 'back' | 'only if refused'): Promise<Tried<T>> {
  await sql`savepoint attempt`.execute(tx);
  try {
    const done = await work();
    await sql.raw(back === 'back' ? 'rollback to savepoint attempt' : 'release savepoint attempt').execute(tx);
    return { done };
  } catch (error) {
    const refusal = error instanceof ApiError ? error : undefined;
    if (!refusal) throw error;
    await sql`rollback to savepoint attempt`.execute(tx);
    return { refusal };
  }
}

const ENOUGH = (minutes: number): Label => ({
  en: `You have asked for many approvals in a short time. You can ask again in ${minutes} minutes.`,
  id: `Anda sudah meminta banyak persetujuan dalam waktu singkat. Anda dapat meminta lagi dalam ${minutes} menit.`,
});
const NOT_NEEDED = {
  en: 'This is within your limit: it needs no approval.',
  id: 'Ini masih dalam batas Anda: tidak perlu persetujuan.',
};
const NOBODY_ANY_MORE = {
  en: 'Whoever asked for this does not work here any more.',
  id: 'Peminta sudah tidak bekerja di sini.',
};
const NOT_DUE = {
  en: 'The visits of this member do not lead to a higher membership any more, or another card runs by now.',
  id: 'Kunjungan anggota ini tidak lagi mencapai keanggotaan yang lebih tinggi, atau kartu lain kini berlaku.',
};
const otherPrice = (asked: ApprovalFacts, now: ApprovalFacts): Label => {
  const [before, after] = [asked, now].map(({ currency, grand_total }) =>
    `${currency ?? ''} ${grand_total ?? ''}`.trim(),
  );
  return {
    en: `It was asked for at ${before}, and would come to ${after} by now: ask again.`,
    id: `Diminta pada harga ${before}, dan kini menjadi ${after}: ajukan lagi.`,
  };
};
