import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Starts a proxy that delays each response of the server by a random time of up to `limit` milliseconds. Responses then
 * arrive late and out of order, which no test may depend on.
 *
 * @returns the address to use in place of the server's, and a function that stops the proxy
 */
export async function startDelayProxy(url: string, limit: number): Promise<{ url: string; stop: () => void }> {
  const server = createServer((incoming, outgoing) => void pass(url, limit, incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function pass(url: string, limit: number, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method, headers } = incoming;
  const forwarded = request(new URL(incoming.url ?? '/', url), { method, headers });
  forwarded.on('response', (response) => {
    void delay(Math.random() * limit).then(() => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
  });
  // Either side may disconnect; then disconnect the other side too.
  forwarded.on('error', () => outgoing.destroy());
  outgoing.on('close', () => forwarded.destroy());
  incoming.pipe(forwarded);
}
