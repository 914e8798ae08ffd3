import { Abandoned, type Asked, whileAsked } from '@innkeeper/db';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from './network.ts';

/**
 * Names the asker of all work for a request: a user, or an address while nobody is signed in. A read
 * ends when its reader has gone; a write that was sent is done all the same.
 */
export function registerAsking(app: FastifyInstance): void {
  const asked = new WeakMap<FastifyRequest, Asked>();
  app.addHook('onRequest', (request, reply, done) => {
    const by = askedIn(request, reply);
    asked.set(request, by);
    whileAsked(by, done);
  });
  // Work that follows on the last byte of a body begins with the connection, not with the hook above.
  app.addHook('preValidation', (request, reply, done) => {
    whileAsked(asked.get(request) ?? askedIn(request, reply), done);
  });
}

function askedIn(request: FastifyRequest, { raw }: FastifyReply): Asked {
  const leaving = request.method === 'GET' ? new AbortController() : undefined;
  if (leaving)
    raw.once('close', () => {
      if (!raw.writableFinished) leaving.abort(new Abandoned());
    });
  return {
    signal: leaving?.signal,
    asker: () => (request.signedIn ? `user ${request.signedIn.actor.userId}` : `address ${networkOf(request.ip)}`),
  };
}
