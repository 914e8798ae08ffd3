import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bytesMaxOf } from './body.ts';
import { fail } from './fail.ts';
import { networkOf } from './network.ts';

/** Bytes from which a body is large; one that does not say its size is. */
const LARGE = 256 * 1024;
/** Large bodies at once. Behind one address there may be a whole hotel. */
const PER_USER = 4;
const PER_ADDRESS = 12;
/** Bytes of a refused body that are still taken in, so that the caller gets to read why. */
const DRAINED_MAX = 512 * 1024;

/** Takes in only a little of a body that is refused, by authentication or all that follows. */
export function cutRefusedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, { raw }) => {
    if (isLarge(request)) raw.once('close', () => drain(request));
  });
}

/**
 * A body that announces more bytes than its call takes is refused before one is read; and a client that sends large ones leaves
 * room for everybody else. Behind authentication, which names the user.
 */
export function boundLargeBodies(app: FastifyInstance): void {
  const underWay = new Map<string, number>();

  app.addHook('onRequest', async (request, { raw }) => {
    if (!isLarge(request)) return;
    if (!request.is404 && announced(request) > bytesMaxOf(request)) throw fail('too_large');
    const user = request.signedIn?.actor.userId;
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

const announced = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0);

const isLarge = (request: FastifyRequest): boolean =>
  request.headers['transfer-encoding'] !== undefined || announced(request) > LARGE;

/** Once a request is answered, Node reads the rest of its body and forgets it, however long it is: here for a while, then the line is cut. */
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
