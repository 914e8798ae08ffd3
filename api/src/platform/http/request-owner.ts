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
    const owner = createOwner(request, reply);
    owners.set(request, owner);
    withRequestOwner(owner, done);
  });
  // Work triggered by the last byte of a body runs in the async context of the connection, not in that of the hook
  // above.
  app.addHook('preValidation', (request, reply, done) => {
    withRequestOwner(owners.get(request) ?? createOwner(request, reply), done);
  });
}

function createOwner(request: FastifyRequest, { raw }: FastifyReply): RequestOwner {
  const disconnectController = request.method === 'GET' ? new AbortController() : undefined;
  if (disconnectController)
    raw.once('close', () => {
      if (!raw.writableFinished) disconnectController.abort(new AbandonedError());
    });
  return {
    requestId: request.id,
    signal: disconnectController?.signal,
    caller: () =>
      request.authentication ? `user ${request.authentication.actor.userId}` : `address ${networkOf(request.ip)}`,
  };
}
