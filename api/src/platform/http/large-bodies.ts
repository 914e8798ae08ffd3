import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxBytesOf } from './body.ts';
import { apiError } from './api-error.ts';
import { networkOf } from './network.ts';

/** Size in bytes from which a body counts as large. A body without a declared size is large. */
const LARGE_BYTES = 256 * 1024;
/** Maximum concurrent large bodies. A whole hotel may share one address. */
const MAX_PER_USER = 4;
const MAX_PER_ADDRESS = 12;
/** Bytes of a rejected body that are still read, so that the client can receive the error. */
const MAX_DRAINED = 512 * 1024;

/** Limits how much of a rejected body is read, whether authentication or a later step rejected it. */
export function closeRejectedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, { raw }) => {
    if (isLarge(request)) raw.once('close', () => limitDrain(request));
  });
}

/**
 * Rejects a body that declares more bytes than its call allows before reading it, and limits concurrent large bodies
 * per client. Runs after authentication, which identifies the user.
 */
export function limitLargeBodies(app: FastifyInstance): void {
  const activeByOwner = new Map<string, number>();

  app.addHook('onRequest', async (request, { raw }) => {
    if (!isLarge(request)) return;
    if (!request.is404 && contentLength(request) > maxBytesOf(request)) throw apiError('too_large');
    const userId = request.authentication?.actor.userId;
    const owners: [string, number][] = [[`address ${networkOf(request.ip)}`, MAX_PER_ADDRESS]];
    if (userId !== undefined) owners.push([`user ${userId}`, MAX_PER_USER]);
    if (owners.some(([owner, limit]) => (activeByOwner.get(owner) ?? 0) >= limit))
      throw apiError('too_many_requests', { headers: { 'retry-after': '5' } });
    for (const [owner] of owners) activeByOwner.set(owner, (activeByOwner.get(owner) ?? 0) + 1);
    raw.once('close', () => {
      for (const [owner] of owners) {
        const remaining = (activeByOwner.get(owner) ?? 1) - 1;
        if (remaining === 0) activeByOwner.delete(owner);
        else activeByOwner.set(owner, remaining);
      }
    });
  });
}

const contentLength = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0);

const isLarge = (request: FastifyRequest): boolean =>
  request.headers['transfer-encoding'] !== undefined || contentLength(request) > LARGE_BYTES;

/**
 * After a response Node reads and discards the rest of the request body, however long it is. This closes the connection
 * after a limit.
 */
function limitDrain({ raw }: FastifyRequest): void {
  const { socket } = raw;
  if (raw.complete || !(socket instanceof Socket) || socket.destroyed) return;
  const maxBytesRead = socket.bytesRead + MAX_DRAINED;
  const closeAfterLimit = () => {
    if (raw.complete) socket.off('data', closeAfterLimit);
    else if (socket.bytesRead > maxBytesRead) socket.destroy();
  };
  socket.on('data', closeAfterLimit);
}
