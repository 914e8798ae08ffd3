import type { PasskeyItem, TokenResponse } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.ts';
import { withCurrentActor } from '../access/authenticate.ts';
import type { WriteRequest } from '../engine/resources/transaction.ts';
import type { Config } from '../platform/config/config.ts';
import { readPlainBody } from '../platform/http/body.ts';
import { apiError } from '../platform/http/api-error.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { signInTexts } from '../texts/sign-in.ts';
import {
  type PasskeySite,
  finishPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeySignIn,
  verifyPasskeySignIn,
} from './passkeys.ts';
import { PUBLIC_CALL_KIND, countRejectedSignIn, throttleOptions } from './public-call-limits.ts';
import { startSession, toTokenResponse } from './session.ts';

interface Services {
  readonly db: Db;
  readonly config: Pick<Config, 'accessTokenSeconds' | 'refreshSeconds'>;
  readonly clock: () => Date;
  readonly outbox: Outbox;
  /** Undefined if browsers allow no passkeys at the console's URL. */
  readonly site: PasskeySite | undefined;
}

/** Signing in with a passkey, and one's own passkeys. */
export function registerPasskeys(app: FastifyInstance, { db, config, clock, outbox, site }: Services): void {
  const requireSite = (): PasskeySite => {
    if (!site) throw apiError('route_not_found');
    return site;
  };

  app.post('/auth/passkey/start', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return startPasskeySignIn({ db, site: requireSite() }, clock());
  });

  app.post('/auth/passkey/finish', throttleOptions({ db, clock }, PUBLIC_CALL_KIND.signIn), async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { values } = await readPlainBody(request);
    return countRejectedSignIn({ db, clock }, request.ip, async (): Promise<TokenResponse> => {
      const userId = await verifyPasskeySignIn({ db, site: requireSite() }, values, clock());
      const device = { ip: request.ip, userAgent: request.headers['user-agent'] };
      const isRemembered = String(values.remember_me) === '1';
      const session = { userId, isRemembered, device, method: 'passkey' } as const;
      const tokens = await startSession(db, config, session, clock(), outbox);
      if (!tokens) throw apiError('sign_in_rejected', { message: signInTexts.accountInactive });
      return toTokenResponse(tokens, config);
    });
  });

  const createWriteRequest = (request: FastifyRequest, actor: Actor): WriteRequest => ({
    actor,
    now: clock(),
    ip: request.ip,
    requestId: request.id,
    timeZone: 'UTC',
  });

  app.get('/api/user/passkeys', (request) =>
    withCurrentActor(request, async ({ userId }) => ({ data: await listPasskeys(db, userId) })),
  );

  app.post('/api/user/passkeys/start', (request) =>
    withCurrentActor(request, async (actor) => ({
      data: await startPasskey({ db, site: requireSite() }, createWriteRequest(request, actor)),
    })),
  );

  app.post('/api/user/passkeys', async (request) => {
    const { values } = await readPlainBody(request);
    return withCurrentActor(request, async (actor) => ({
      data: await finishPasskey({ db, outbox, site: requireSite() }, createWriteRequest(request, actor), values),
    }));
  });

  /** The passkey of a path; a 404 if the user has no such passkey. */
  const requirePasskey = async (id: string, change: (id: number) => Promise<PasskeyItem | undefined>) => {
    const passkey = /^[1-9]\d{0,14}$/.test(id) ? await change(Number(id)) : undefined;
    if (!passkey) throw apiError('record_not_found', { params: { label: signInTexts.passkey, id: id.slice(0, 40) } });
    return { data: passkey };
  };

  app.post<{ Params: { id: string } }>('/api/user/passkeys/:id', async (request) => {
    const { values } = await readPlainBody(request);
    return withCurrentActor(request, ({ userId }) =>
      requirePasskey(request.params.id, (id) => renamePasskey(db, userId, id, values)),
    );
  });

  app.delete<{ Params: { id: string } }>('/api/user/passkeys/:id', (request) =>
    withCurrentActor(request, (actor) =>
      requirePasskey(request.params.id, (id) => removePasskey(db, createWriteRequest(request, actor), id)),
    ),
  );
}
