import { type Db, getRequestOwner, readFromPrimary } from '@innkeeper/db';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { ApiError, apiError } from '../platform/http/api-error.ts';
import { type Actor, loadActor, requirePermission } from './actor.ts';
import { countInvalidToken, loadIntegration } from './integration.ts';
import { createActorCache } from './actor-cache.ts';
import { createQuotaTracker, rateLimitHeaders } from './quota.ts';
import { StalePermissionsError, assertPermissionsVersion, permissionsVersionSql } from './permissions-version.ts';
import { parseBearerToken, hashToken } from './token.ts';
import { accessTexts } from '../texts/access.ts';

interface Authentication {
  /** The actor as last loaded by this process. */
  actor: Actor;
  /** Reloads the actor. Throws a 401 if the session has ended. */
  reload(): Promise<Actor>;
  /** Throws StalePermissionsError if the actor has changed, a 401 if the session has ended. */
  verify(actor: Actor): Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    authentication: Authentication | null;
  }
  interface FastifyContextConfig {
    /** A route under /api that needs no token. */
    isPublic?: boolean;
    /** Any one of these codes grants access. Checked before the body is read. */
    needs?: readonly string[];
    /** A route under /api that also serves integrations with the permission that it requires. It only reads. */
    servesIntegrations?: boolean;
    /** A route that also serves users who must choose a new password first. */
    allowsPendingPasswordChange?: boolean;
    /** A route that also serves users who must switch on two-factor sign-in first. */
    allowsPendingSecondFactor?: boolean;
  }
}

const isApiPath = (path: string | undefined): boolean => /^\/api(\/|\?|$)/.test(path ?? '');
/** Takes the matched route, so that an unknown path under /integration is a 404 for every caller. */
const isIntegrationPath = (path: string | undefined): boolean => path?.startsWith('/integration/') === true;

/**
 * Everything under /api needs a token, including paths that do not exist, except routes marked `isPublic`. Checks the
 * matched route, because percent-encoding can disguise the request's path. Also checks the path, because an unknown one
 * matches no route or the console's.
 */
export function registerAuthentication(app: FastifyInstance, { db, clock }: { db: Db; clock: () => Date }): void {
  const cache = createActorCache();
  const quotaTracker = createQuotaTracker(db);
  app.addHook('onClose', () => quotaTracker.stop());
  app.addHook('onResponse', async (request, { statusCode }) => {
    const integration = request.authentication?.actor.integration;
    if (integration) quotaTracker.count(integration, statusCode >= 400, clock());
  });

  async function loadUserActor(tokenHash: Buffer): Promise<Actor> {
    const actor = await loadActor(db, tokenHash, clock());
    if (!actor) {
      cache.remove(tokenHash);
      throw apiError('unauthenticated');
    }
    cache.store(actor);
    return actor;
  }

  /** The same for a call that users and integrations can make. */
  async function loadAnyActor(tokenHash: Buffer): Promise<Actor> {
    const integrationActor = await loadIntegration(db, tokenHash, clock());
    if (!integrationActor) return loadUserActor(tokenHash);
    cache.store(integrationActor);
    return integrationActor;
  }

  /** The same for an integration's token. An unknown token counts as a failed attempt of its address. */
  async function loadIntegrationActor(tokenHash: Buffer, ip: string): Promise<Actor> {
    const actor = await loadIntegration(db, tokenHash, clock());
    if (!actor) {
      cache.remove(tokenHash);
      await countInvalidToken(db, tokenHash, ip, clock());
      throw apiError('unauthenticated', { message: accessTexts.invalidToken });
    }
    cache.store(actor);
    return actor;
  }

  async function verify(actor: Actor): Promise<void> {
    const [row] = await db.read<{ stamp: string | null }>(
      sql`select ${permissionsVersionSql(actor, clock())} as stamp`.compile(db.kysely),
    );
    assertPermissionsVersion(actor, row?.stamp ?? null);
  }

  app.decorateRequest('authentication', null);
  app.addHook('onRequest', async (request, reply) => {
    const { url, config } = request.routeOptions;
    const isIntegration = isIntegrationPath(url);
    if ((!isIntegration && !isApiPath(url) && !isApiPath(request.url)) || config.isPublic) return;
    const token = parseBearerToken(request.headers.authorization);
    if (token === undefined)
      throw apiError('unauthenticated', isIntegration ? { message: accessTexts.invalidToken } : {});
    const tokenHash = hashToken(token);
    const servesBoth = config.servesIntegrations === true;
    const reload = () => {
      if (isIntegration) return loadIntegrationActor(tokenHash, request.ip);
      return servesBoth ? loadAnyActor(tokenHash) : loadUserActor(tokenHash);
    };
    const cachedActor = cache.find(tokenHash);
    const actor =
      cachedActor && (servesBoth || (cachedActor.integration !== undefined) === isIntegration)
        ? cachedActor
        : await reload();
    request.authentication = { actor, reload, verify };
    if (actor.integration) reply.headers(rateLimitHeaders(await quotaTracker.take(actor.integration, clock())));
    const codes = config.needs;
    // Reject before the body is read. The call checks again, for the actor whom its own statements verify.
    if (codes) await withActor(request, async (currentActor) => requirePermission(currentActor, ...codes));
  });
}

/** Options of a route that requires any one of these codes. */
export const withPermission = (
  ...codes: readonly string[]
): { readonly config: { readonly needs: readonly string[] } } => ({
  config: { needs: codes },
});

/** Options of a route under /api that reads, and also serves integrations. */
export const openToIntegrations = { config: { servesIntegrations: true } } as const;

/** Runs of a request before it fails because its permissions keep changing. */
const MAX_ATTEMPTS = 5;

/**
 * Runs the work of a request for its actor: `withActor(request, (actor) => …)`. The actor may come from this process's
 * cache, so the work checks the permissions version in its own statements (permissions-version.ts). It throws
 * StalePermissionsError on a mismatch and runs again for the reloaded actor.
 *
 * Before that check the work must not change anything, and it must already have read the body. An error is returned
 * only if the permissions version is still current.
 */
export async function withActor<T>(request: FastifyRequest, work: (actor: Actor) => Promise<T>): Promise<T> {
  const { authentication } = request;
  if (!authentication) throw apiError('unauthenticated');
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const actor = authentication.actor;
    try {
      return await runVerified(authentication, actor, () => {
        if (actor.mustChangePassword && !request.routeOptions.config.allowsPendingPasswordChange)
          throw apiError('password_change_required');
        if (actor.mustSetUpSecondFactor && !request.routeOptions.config.allowsPendingSecondFactor)
          throw apiError('second_factor_setup_required');
        if (actor.integration?.isAllowedAddress(request.ip) === false)
          throw apiError('forbidden', { message: accessTexts.addressNotAllowed });
        return work(actor);
      });
    } catch (error) {
      if (!(error instanceof StalePermissionsError) && !isUnknownToStandby(error)) throw error;
      readFromPrimary();
      authentication.actor = await authentication.reload();
    }
  }
  throw apiError('unavailable', { headers: { 'retry-after': '1' } });
}

/** Whether a standby rejected a session, which may be too new for it. */
const isUnknownToStandby = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unauthenticated' && getRequestOwner()?.readsReplica === true;

async function runVerified<T>(authentication: Authentication, actor: Actor, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && error.code !== 'unauthenticated')
      await authentication.verify(actor);
    throw error;
  }
}

/** As `withActor`, for work whose statements do not check the permissions version: it is checked first. */
export const withCurrentActor = <T>(request: FastifyRequest, work: (actor: Actor) => Promise<T>): Promise<T> =>
  withActor(request, async (actor) => {
    await request.authentication?.verify(actor);
    return work(actor);
  });
