import { errors, resources } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { guestActor } from '../../access/guest-actor.ts';
import {
  ADDRESS_RATE_LIMIT,
  assertNotThrottled,
  callerSubject,
  countFailure,
  limitRate,
} from '../../access/throttle.ts';
import { senderOf } from '../../account/account-mails.ts';
import { PUBLIC_CALL_KIND } from '../../account/public-call-limits.ts';
import { runInTransaction } from '../../engine/resources/transaction.ts';
import { changeRecord, lockLiveRow } from '../../engine/resources/write.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import type { Config } from '../../platform/config/config.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { type Body, readPlainBody } from '../../platform/http/body.ts';
import { mailPreferenceTexts } from '../../texts/mail-preferences.ts';
import {
  ONE_CLICK,
  PAGE_POLICY,
  PREFERENCES,
  type Preferences,
  pageLanguageOf,
  SAVE,
  renderPreferencesPage,
  renderUnknownLinkPage,
  renderWaitPage,
} from './preferences-page.ts';
import { findMemberByToken } from './unsubscribe-link.ts';

const TOO_MANY_REQUESTS = errors.too_many_requests.status;

interface Services extends WorkflowServices {
  readonly config: Pick<Config, 'mail'>;
}

interface Route {
  readonly Params: { readonly token: string };
  readonly Querystring: { readonly language?: unknown };
}
type PreferencesRequest = FastifyRequest<Route>;

/**
 * `/mail/preferences/{token}`: a guest reads and changes which mails they get, by the link in a mail, without signing in.
 * A GET changes nothing, because mail scanners follow links. A POST is the form of the page, or the one click of a mail
 * program (RFC 8058).
 */
export function registerMailPreferences(app: FastifyInstance, services: Services): void {
  const { db, clock } = services;
  const programme = senderOf(services.config).name;
  const sendPage = (reply: FastifyReply, page: string) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(page);
  const sendUnknownLink = (request: PreferencesRequest, reply: FastifyReply) =>
    sendPage(reply.code(404), renderUnknownLinkPage({ language: pageLanguageOf(request), programme }));

  // Before the body is read. Only forged links wait: the servers of a mail provider click for all of its users, from a
  // few addresses.
  const onRequest = async (request: PreferencesRequest, reply: FastifyReply) => {
    if ((await findMemberByToken(db, request.params.token)) !== undefined) return undefined;
    const subjects = [callerSubject(PUBLIC_CALL_KIND.mailPreferences, request.ip)];
    await assertNotThrottled(db.kysely, subjects, clock());
    await countFailure(db.kysely, subjects, clock());
    return sendUnknownLink(request, reply);
  };

  /** People see a page also when they have to wait. Other errors are those of a program, which gets JSON. */
  const onSend = async (request: PreferencesRequest, reply: FastifyReply, payload: unknown) => {
    if (reply.statusCode !== TOO_MANY_REQUESTS) return payload;
    void reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY);
    const seconds = Number(reply.getHeader('retry-after') ?? 0);
    return renderWaitPage({ language: pageLanguageOf(request), programme, seconds });
  };

  app.get<Route>('/mail/preferences/:token', { onRequest, onSend }, async (request, reply) => {
    const member = await findGuest(db, request);
    if (!member) return sendUnknownLink(request, reply);
    return sendPage(
      reply,
      renderPreferencesPage({
        language: pageLanguageOf(request),
        programme,
        email: member.email,
        preferences: member,
        outcome: undefined,
      }),
    );
  });

  app.post<Route>('/mail/preferences/:token', { onRequest, onSend }, async (request, reply) => {
    const choice = parseChoice(await readPlainBody(request));
    const guest = await findGuest(db, request);
    if (!guest) return sendUnknownLink(request, reply);
    const preferences = await changePreferences(services, request, guest.id, choice);
    return sendPage(
      reply,
      renderPreferencesPage({
        language: pageLanguageOf(request),
        programme,
        email: guest.email,
        preferences,
        outcome: preferences.all_notification ? 'saved' : 'unsubscribed',
      }),
    );
  });
}

async function findGuest(db: Db, { params: { token } }: PreferencesRequest) {
  const id = await findMemberByToken(db, token);
  return id === undefined
    ? undefined
    : db.kysely
        .selectFrom('member')
        .select(['id', 'email', ...PREFERENCES])
        .where('id', '=', id)
        .executeTakeFirst();
}

/** The flags that a body sets. Throws a 400 for a body that is neither one click nor the form. */
function parseChoice({ values }: Body): Partial<Preferences> {
  if (values[ONE_CLICK.name] === ONE_CLICK.value) return { all_notification: false };
  if (values[SAVE.name] !== SAVE.value) throw apiError('bad_request');
  const isChecked = (name: keyof Preferences) => values[name] === '1';
  return {
    all_notification: isChecked('all_notification'),
    membership_notification: isChecked('membership_notification'),
    birthday_notification: isChecked('birthday_notification'),
  };
}

/** Changes the flags as an ordinary update of the member, by the guest. Returns what is true then. */
async function changePreferences(
  services: WorkflowServices,
  { ip, id: requestId }: FastifyRequest,
  memberId: number,
  choice: Partial<Preferences>,
): Promise<Preferences> {
  const timeZone = 'UTC';
  const now = services.clock();
  return runInTransaction(services.db, { actor: guestActor, now, ip, requestId, timeZone }, async (context) => {
    const write = { context, services, d: resources.member, timeZone };
    const before = await lockLiveRow(write, memberId, undefined);
    const current: Preferences = {
      all_notification: before.all_notification === true,
      membership_notification: before.membership_notification === true,
      birthday_notification: before.birthday_notification === true,
    };
    if (PREFERENCES.every((name) => (choice[name] ?? current[name]) === current[name])) return current;
    // Each change is a line of the audit log, which nobody may fill by a link. Unsubscribing never waits: it repeats only
    // after a consent.
    if (PREFERENCES.some((name) => choice[name] === true && !current[name])) {
      const subject = { key: `mail-preferences:${memberId}`, rateLimit: ADDRESS_RATE_LIMIT };
      await limitRate(context.tx, subject, now, (minutes) => mailPreferenceTexts.tooOften({ minutes }));
    }
    await changeRecord(write, before, choice);
    return { ...current, ...choice };
  });
}
