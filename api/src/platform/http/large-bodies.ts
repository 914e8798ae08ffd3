import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bytesMaxOf } from './body.ts';
import { fail } from './api-error.ts';
import { networkOf } from './network.ts';

/** Size in bytes from which a body counts as large. A body without a declared size is large. */
const LARGE = 256 * 1024;
/** Maximum concurrent large bodies. A whole hotel may share one address. */
const PER_USER = 4;
const PER_ADDRESS = 12;
/** Bytes of a rejected body that are still read, so that the client can receive the error. */
const DRAINED_MAX = 512 * 1024;

/** Limits how much of a rejected body is read, whether authentication or a later step rejected it. */
export function closeRejectedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, { raw }) => {
    if (isLarge(request)) raw.once('close', () => drain(request));
  });
}

/**
 * Rejects a body that declares more bytes than its call allows before reading it, and limits concurrent large bodies
 * per client. Runs after authentication, which identifies the user.
 */
export function limitLargeBodies(app: FastifyInstance): void {
  const underWay = new Map<string, number>();

  app.addHook('onRequest', async (request, { raw }) => {
    if (!isLarge(request)) return;
    if (!request.is404 && contentLength(request) > bytesMaxOf(request)) throw fail('too_large');
    const user = request.authentication?.actor.userId;
    const owners: [string, number][] = [[`address ${networkOf(request.ip)}`, PER_ADDRESS]];
    if (user !== undefined) owners.push([`user ${user}`, PER_USER]);
    if (owners.some(([owner, most]) => (underWay.get(owner) ?? 0) >= most))
      throw fail('too_many_requests', { headers: { 'retry-after': '5' } });
    for (const [owner] of owners) underWay.set(owner, (underWay.get(owner) ?? 0) + 1);
    raw.once('close', () => {
      for (const [owner] of owners) {
        const left = (underWay.get(owner) ?? 1) - 1;
        if (left === 0) underWay.delete(owner);
        else underWay.set(owner, left);
      }
    });
  });
}

const contentLength = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0);

const isLarge = (request: FastifyRequest): boolean =>
  request.headers['transfer-encoding'] !== undefined || contentLength(request) > LARGE;

/**
 * After a response Node reads and discards the rest of the request body, however long it is. This closes the connection
 * after a limit.
 */
function drain({ raw }: FastifyRequest): void {
  const { socket } = raw;
  if (raw.complete || !(socket instanceof Socket) || socket.destroyed) return;
  const end = socket.bytesRead + DRAINED_MAX;
  const watch = () => {
    if (raw.complete) socket.off('data', watch);
    else if (socket.bytesRead > end) socket.destroy();
  };
  socket.on('data', watch);
}
