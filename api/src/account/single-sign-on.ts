import type { TokenResponse } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import { readPlainBody } from '../platform/http/body.ts';
import { apiError } from '../platform/http/api-error.ts';
import { languageOf } from '../platform/http/language.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { signInTexts } from '../texts/sign-in.ts';
import { toText } from './change-password.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { resolveProviderUser } from './provider-user.ts';
import { PUBLIC_CALL_KIND, countRejectedSignIn, throttleOptions } from './public-call-limits.ts';
import { startSession, toTokenResponse } from './session.ts';

interface Services {
  readonly db: Db;
  readonly config: Pick<Config, 'accessTokenSeconds' | 'refreshSeconds' | 'singleSignOn'>;
  readonly clock: () => Date;
  readonly outbox: Outbox;
  /** Undefined if single sign-on is not configured. */
  readonly provider: IdentityProvider | undefined;
}

/**
 * Single sign-on: `start` returns the provider's URL, and `finish` exchanges the provider's response for a session. The
 * provider returns the browser to a page of the console in between, so no token is ever in a URL.
 */
export function registerSingleSignOn(app: FastifyInstance, services: Services): void {
  const { db, config, clock, outbox, provider } = services;
  const { singleSignOn } = config;

  app.post('/auth/single-sign-on/start', async (_request, reply) => {
    if (!provider) throw apiError('route_not_found');
    reply.header('cache-control', 'no-store');
    return provider.start();
  });

  app.post(
    '/auth/single-sign-on/finish',
    throttleOptions(services, PUBLIC_CALL_KIND.signIn),
    async (request, reply) => {
      if (!provider || !singleSignOn) throw apiError('route_not_found');
      reply.header('cache-control', 'no-store');
      const { values } = await readPlainBody(request);
      return countRejectedSignIn(services, request.ip, async (): Promise<TokenResponse> => {
        const { idToken, ...person } = await provider.finish({
          query: toText(values.query),
          state: toText(values.state),
          nonce: toText(values.nonce),
          code_verifier: toText(values.code_verifier),
        });
        const caller = { ip: request.ip, requestId: request.id, language: languageOf(request) };
        const userServices = { db, settings: singleSignOn, log: request.log };
        const userId = await resolveProviderUser(userServices, person, caller, clock());
        const device = { ip: request.ip, userAgent: request.headers['user-agent'] };
        const isRemembered = String(values.remember_me) === '1';
        const session = { userId, isRemembered, device, method: 'provider', idToken } as const;
        const tokens = await startSession(db, config, session, clock(), outbox);
        if (!tokens) throw apiError('sign_in_rejected', { message: signInTexts.accountInactive });
        return toTokenResponse(tokens, config);
      });
    },
  );
}
