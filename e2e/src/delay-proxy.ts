import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Starts a proxy that delays each response of the server by a random time of up to `maxDelayMs`. Responses then
 * arrive late and out of order, which no test may depend on.
 *
 * @returns the address to use in place of the server's, and a function that stops the proxy
 */
export async function startDelayProxy(url: string, maxDelayMs: number): Promise<{ url: string; stop: () => void }> {
  const server = createServer(
    (clientRequest, clientResponse) => void forwardWithDelay(url, maxDelayMs, clientRequest, clientResponse),
  );
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

async function forwardWithDelay(
  url: string,
  maxDelayMs: number,
  clientRequest: IncomingMessage,
  clientResponse: ServerResponse,
): Promise<void> {
  const { method, headers } = clientRequest;
  const serverRequest = request(new URL(clientRequest.url ?? '/', url), { method, headers });
  serverRequest.on('response', (serverResponse) => {
    void delay(Math.random() * maxDelayMs).then(() => {
      clientResponse.writeHead(serverResponse.statusCode ?? 502, serverResponse.headers);
      serverResponse.pipe(clientResponse);
    });
  });
  // Either side may disconnect; then disconnect the other side too.
  serverRequest.on('error', () => clientResponse.destroy());
  clientResponse.on('close', () => serverRequest.destroy());
  clientRequest.pipe(serverRequest);
}
