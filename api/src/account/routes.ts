import type { SignInOptions } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { demoAccounts } from '@innkeeper/demo/accounts';
import type { FastifyInstance } from 'fastify';
import type { CaptchaGuard } from '../platform/captcha/captcha.ts';
import type { Config } from '../platform/config/config.ts';
import type { Files } from '../platform/files/storage.ts';
import { readBody, readPlainBody } from '../platform/http/body.ts';
import { apiError } from '../platform/http/api-error.ts';
import { languageOf } from '../platform/http/language.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { ALLOW_UNFINISHED_SIGN_IN, registerAccountRoutes } from './account-routes.ts';
import { localizedMessage } from './messages.ts';
import type { WriteServices } from '../engine/resources/write-services.ts';
import { withActor, withCurrentActor } from '../access/authenticate.ts';
import { readCurrentUser } from './current-user.ts';
import { registerOAuth } from './oauth.ts';
import { requestReset, resetPassword } from './password-reset.ts';
import { requestAccess } from './request-access.ts';
import { MAX_SETTINGS_NAMES, saveSettings, saveShortcuts } from './preference.ts';
import { createIdentityProvider } from './identity-provider.ts';
import { registerPasskeys } from './passkey-routes.ts';
import { findPasskeySite } from './passkeys.ts';
import { registerSingleSignOn } from './single-sign-on.ts';
import { endOwnSession, endSession, listSessions, takeIdToken } from './session.ts';
import { PUBLIC_CALL_KIND, throttleOptions } from './public-call-limits.ts';
import { accountTexts } from '../texts/account.ts';

export interface AuthServices extends WriteServices {
  readonly db: Db;
  readonly config: Pick<
    Config,
    'accessTokenSeconds' | 'refreshSeconds' | 'oauthClientSecret' | 'publicUrl' | 'isDemo' | 'singleSignOn'
  >;
  readonly clock: () => Date;
  readonly outbox: Outbox;
  readonly files: Files;
  readonly captcha: CaptchaGuard;
}

/** Signing in and out, and the calls that concern only the signed-in user. */
export function registerAuthRoutes(app: FastifyInstance, services: AuthServices): void {
  const { db, config, clock, outbox, captcha } = services;
  registerOAuth(app, services);
  const { singleSignOn } = config;
  const provider = singleSignOn && createIdentityProvider(singleSignOn, config.publicUrl);
  registerSingleSignOn(app, { ...services, provider });
  const site = findPasskeySite(config.publicUrl);
  registerPasskeys(app, { ...services, site });

  app.get('/sign-in.json', (): SignInOptions => ({
    demo_accounts: config.isDemo ? demoAccounts : [],
    captcha: captcha.clientOptions,
    single_sign_on: singleSignOn ? { name: singleSignOn.name } : null,
    has_passkeys: site !== undefined,
  }));

  // The user ----------------------------------------------------------------------------------------------------------

  app.get('/api/user', { config: ALLOW_UNFINISHED_SIGN_IN }, (request) =>
    withActor(request, async (actor) => ({ data: await readCurrentUser(db, actor, clock()) })),
  );

  app.post('/api/user/logout', { config: ALLOW_UNFINISHED_SIGN_IN }, (request) =>
    withCurrentActor(request, async (actor) => {
      await endSession(db, actor.sessionId, clock());
      const idToken = provider ? await takeIdToken(db, actor.sessionId) : null;
      const signOutUrl = idToken === null ? undefined : await provider?.findSignOutUrl(idToken);
      return {
        ...localizedMessage(request, accountTexts.signedOut),
        ...(signOutUrl !== undefined && { sign_out_url: signOutUrl }),
      };
    }),
  );

  app.post('/api/user/settings', { config: { names: MAX_SETTINGS_NAMES + 1 } }, async (request) => {
    const { values } = await readBody(request);
    return withCurrentActor(request, async ({ userId }) => ({
      data: { settings: await saveSettings(db, userId, values.settings) },
    }));
  });

  app.post('/api/user/bookmark', async (request) => {
    const { values } = await readBody(request);
    return withCurrentActor(request, async ({ userId }) => ({
      data: { shortcuts: await saveShortcuts(db, userId, values.bookmark) },
    }));
  });

  registerAccountRoutes(app, services);

  // Sessions ----------------------------------------------------------------------------------------------------------

  app.get('/api/user/sessions', (request) =>
    withCurrentActor(request, async (actor) => ({ data: await listSessions(db, actor, clock()) })),
  );

  app.delete<{ Params: { id: string } }>('/api/user/sessions/:id', (request) =>
    withCurrentActor(request, async (actor) => {
      const { id } = request.params;
      const endedSession = /^[1-9]\d{0,14}$/.test(id) ? await endOwnSession(db, actor, Number(id), clock()) : undefined;
      if (!endedSession)
        throw apiError('record_not_found', { params: { label: accountTexts.session, id: id.slice(0, 40) } });
      return { data: endedSession };
    }),
  );

  // Access requests ---------------------------------------------------------------------------------------------------

  // Not below /api, where everything but the two calls for a forgotten password needs a token.
  app.post('/auth/register', throttleOptions(services, PUBLIC_CALL_KIND.register), async (request) => {
    const { values } = await readPlainBody(request);
    await captcha.check(values, request.ip);
    const anonymousCaller = { ip: request.ip, language: languageOf(request), requestId: request.id };
    await requestAccess({ db, outbox }, values, anonymousCaller, clock());
    return localizedMessage(request, accountTexts.accessRequested);
  });

  // Password reset ----------------------------------------------------------------------------------------------------

  const linkOptions = { config: { isPublic: true }, ...throttleOptions(services, PUBLIC_CALL_KIND.requestLink) };
  app.post('/api/password/email', linkOptions, async (request) => {
    const { values } = await readPlainBody(request);
    await captcha.check(values, request.ip);
    const anonymousCaller = { ip: request.ip, language: languageOf(request) };
    await requestReset({ db, outbox }, values.email, anonymousCaller, clock());
    return localizedMessage(request, accountTexts.linkSent);
  });

  const resetOptions = { config: { isPublic: true }, ...throttleOptions(services, PUBLIC_CALL_KIND.resetPassword) };
  app.post('/api/password/reset', resetOptions, async (request) => {
    const { values } = await readPlainBody(request);
    await captcha.check(values, request.ip);
    await resetPassword(db, values, request, clock());
    return localizedMessage(request, accountTexts.passwordChanged);
  });
}
