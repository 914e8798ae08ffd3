import type { Db } from '@innkeeper/db';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiError } from '../http/api-error.ts';
import { bearerTokenOf, isSecret } from '../http/bearer-secret.ts';
import { parseJsonField } from '../http/json.ts';
import { type MailEvent, findSubscribeUrl, parseMailEvents } from './event-formats.ts';
import { logBounce, logComplaint, logDelivery } from './mail-log.ts';
import { findMailId } from './return-path.ts';

interface EventServices {
  readonly db: Db;
  readonly config: { readonly mail: { readonly eventsSecret: string | undefined } };
  readonly clock: () => Date;
}

/**
 * `POST /mail/events` takes reports of a mail service about bounces, complaints and deliveries, in the formats of
 * event-formats.ts. The service needs MAIL_EVENTS_SECRET, as bearer token or as `?key=`; without that variable the path
 * does not exist. Events about unknown mails are accepted and change nothing; a repeated event changes nothing either.
 */
export function registerMailEvents(app: FastifyInstance, { db, config, clock }: EventServices): void {
  const { eventsSecret } = config.mail;
  if (eventsSecret === undefined) return;
  void app.register(async (scope) => {
    // Amazon SNS sends its JSON as plain text.
    scope.addContentTypeParser('text/plain', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
      parseJsonField(text),
    );
    scope.addHook('onRequest', async (request) => {
      if (!hasSecret(request, eventsSecret)) throw apiError('unauthenticated');
    });
    scope.post('/mail/events', async ({ body, log }) => {
      const subscribeUrl = findSubscribeUrl(body);
      if (subscribeUrl !== undefined) log.warn({ subscribeUrl }, 'open this address to receive the events of mails');
      const events = parseMailEvents(body);
      if (!events) throw apiError('bad_request');
      for (const event of events) await applyEvent(db, event, clock());
      return { data: { events: events.length } };
    });
  });
}

function hasSecret(request: FastifyRequest, secret: string): boolean {
  const { key } = request.query as Readonly<Record<string, unknown>>;
  return isSecret(bearerTokenOf(request) ?? key, secret);
}

async function applyEvent(db: Db, { type, references, isPermanent, reason }: MailEvent, now: Date): Promise<void> {
  const id = await findMailId(db, references);
  if (id === undefined) return;
  if (type === 'bounced') await logBounce(db.kysely, id, { reason, isPermanent }, now);
  else if (type === 'complained') await logComplaint(db.kysely, id, reason, now);
  else await logDelivery(db.kysely, id);
}
