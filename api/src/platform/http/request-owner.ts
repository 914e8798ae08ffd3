import { AbandonedError, type RequestOwner, withRequestOwner } from '@innkeeper/db';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from './network.ts';

/**
 * Sets the owner of all work for a request: the user, or the address if nobody is signed in. A read is aborted when its
 * client disconnects; a write is completed regardless.
 */
export function registerRequestOwner(app: FastifyInstance): void {
  const owners = new WeakMap<FastifyRequest, RequestOwner>();
  app.addHook('onRequest', (request, reply, done) => {
    const by = readOwner(request, reply);
    owners.set(request, by);
    withRequestOwner(by, done);
  });
  // Work triggered by the last byte of a body runs in the async context of the connection, not in that of the hook
  // above.
  app.addHook('preValidation', (request, reply, done) => {
    withRequestOwner(owners.get(request) ?? readOwner(request, reply), done);
  });
}

function readOwner(request: FastifyRequest, { raw }: FastifyReply): RequestOwner {
  const onDisconnect = request.method === 'GET' ? new AbortController() : undefined;
  if (onDisconnect)
    raw.once('close', () => {
      if (!raw.writableFinished) onDisconnect.abort(new AbandonedError());
    });
  return {
    signal: onDisconnect?.signal,
    caller: () =>
      request.authentication ? `user ${request.authentication.actor.userId}` : `address ${networkOf(request.ip)}`,
  };
}
