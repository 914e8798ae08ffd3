import type { Db } from '@innkeeper/db';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { ApiError, fail } from '../platform/http/fail.ts';
import { type Actor, loadActor, requirePermission } from './actor.ts';
import { WRONG_TOKEN, countWrongToken, loadIntegration } from './integration.ts';
import { createActorCache } from './actor-cache.ts';
import { createMeter, headersOf } from './meter.ts';
import { StaleActor, checkStamp, stampSql } from './stamp.ts';
import { bearerOf, hashToken } from './token.ts';

interface SignedIn {
  /** As this process last knew the actor. */
  actor: Actor;
  /** Reads the actor anew. Throws a 401 when the session is over. */
  reload(): Promise<Actor>;
  /** Throws StaleActor when the actor has changed, a 401 when the session is over. */
  verify(actor: Actor): Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | null;
  }
  interface FastifyContextConfig {
    /** A route under /api that needs no token. */
    isPublic?: boolean;
    /** Any one of these codes opens the route. Asked before its body is read. */
    needs?: readonly string[];
    /** A route that serves also who has to choose a new password first. */
    servesAnyPassword?: boolean;
  }
}

const isApi = (path: string | undefined): boolean => /^\/api(\/|\?|$)/.test(path ?? '');
/** Decided by the route alone: a path without a route is a 404 for everybody. */
const isForIntegrations = (path: string | undefined): boolean => path?.startsWith('/integration/') === true;

const OTHER_ADDRESS = {
  en: 'This token serves from other addresses.',
  id: 'Token ini hanya berlaku dari alamat lain.',
};

/**
 * Everything under /api needs a token, the routes that say `isPublic` aside; paths that do not exist included. Goes by the
 * route that was found, because the path of the request can be disguised by percent signs; and by the path, because one
 * that does not exist finds no route or the console's.
 */
export function registerAuthentication(app: FastifyInstance, { db, clock }: { db: Db; clock: () => Date }): void {
  const cache = createActorCache();
  const meter = createMeter(db);
  app.addHook('onClose', () => meter.stop());
  app.addHook('onResponse', async (request, { statusCode }) => {
    const system = request.signedIn?.actor.integration;
    if (system) meter.count(system, statusCode >= 400, clock());
  });

  async function load(tokenHash: Buffer): Promise<Actor> {
    const actor = await loadActor(db, tokenHash, clock());
    if (!actor) {
      cache.forget(tokenHash);
      throw fail('unauthenticated');
    }
    cache.keep(actor);
    return actor;
  }

  /** As `load`, for the token of an integration. One that nobody has counts against the address that it comes from. */
  async function loadSystem(tokenHash: Buffer, ip: string): Promise<Actor> {
    const actor = await loadIntegration(db, tokenHash, clock());
    if (!actor) {
      cache.forget(tokenHash);
      await countWrongToken(db, tokenHash, ip, clock());
      throw fail('unauthenticated', { message: WRONG_TOKEN });
    }
    cache.keep(actor);
    return actor;
  }

  async function verify(actor: Actor): Promise<void> {
    const [row] = await db.read<{ stamp: string | null }>(
      sql`select ${stampSql(actor, clock())} as stamp`.compile(db.kysely),
    );
    checkStamp(actor, row?.stamp ?? null);
  }

  app.decorateRequest('signedIn', null);
  app.addHook('onRequest', async (request, reply) => {
    const { url, config } = request.routeOptions;
    const isSystem = isForIntegrations(url);
    if ((!isSystem && !isApi(url) && !isApi(request.url)) || config.isPublic) return;
    const token = bearerOf(request.headers.authorization);
    if (token === undefined) throw fail('unauthenticated', isSystem ? { message: WRONG_TOKEN } : {});
    const tokenHash = hashToken(token);
    const reload = () => (isSystem ? loadSystem(tokenHash, request.ip) : load(tokenHash));
    const known = cache.find(tokenHash);
    const actor = known && (known.integration !== undefined) === isSystem ? known : await reload();
    request.signedIn = { actor, reload, verify };
    if (actor.integration) reply.headers(headersOf(await meter.take(actor.integration, clock())));
    const codes = config.needs;
    // No byte of a body is read from a caller who may not send it. The call itself asks again, for the actor of its own statements.
    if (codes) await withActor(request, async (current) => requirePermission(current, ...codes));
  });
}

/** The options of a route that any one of these codes opens. */
export const needs = (...codes: readonly string[]): { readonly config: { readonly needs: readonly string[] } } => ({
  config: { needs: codes },
});

/** Rights that change again and again while one request runs: at some point the request gives up. */
const MAX_RUNS = 5;

/**
 * Runs the work of a request for its actor: `withActor(request, (actor) => …)`. The actor may come from this process's memory,
 * so the work checks the actor's stamp in its own statements (stamp.ts) and throws StaleActor where it differs; then it runs
 * once more for the actor as it is now. Until then it must have changed nothing, and it reads the request's body
 * before. A refusal is checked too: it stands only if its stamp still holds.
 */
export async function withActor<T>(request: FastifyRequest, work: (actor: Actor) => Promise<T>): Promise<T> {
  const { signedIn } = request;
  if (!signedIn) throw fail('unauthenticated');
  for (let run = 1; run <= MAX_RUNS; run++) {
    const actor = signedIn.actor;
    try {
      return await settle(signedIn, actor, () => {
        if (actor.mustChangePassword && !request.routeOptions.config.servesAnyPassword)
          throw fail('password_change_required');
        if (actor.integration?.isFrom(request.ip) === false) throw fail('forbidden', { message: OTHER_ADDRESS });
        return work(actor);
      });
    } catch (error) {
      if (!(error instanceof StaleActor)) throw error;
      signedIn.actor = await signedIn.reload();
    }
  }
  throw fail('unavailable', { headers: { 'retry-after': '1' } });
}

async function settle<T>(signedIn: SignedIn, actor: Actor, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && error.code !== 'unauthenticated')
      await signedIn.verify(actor);
    throw error;
  }
}

/** As `withActor`, for work whose statements do not check the stamp: it is checked before. */
export const withCurrentActor = <T>(request: FastifyRequest, work: (actor: Actor) => Promise<T>): Promise<T> =>
  withActor(request, async (actor) => {
    await request.signedIn?.verify(actor);
    return work(actor);
  });
