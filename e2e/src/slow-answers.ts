import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Stands in front of the program and holds each answer back at random by up to so many milliseconds, so that answers come
 * late and in another order. No journey may care.
 *
 * @returns the address to use in place of the program's, and a function that stops it
 */
export async function slowDown(url: string, most: number): Promise<{ url: string; stop: () => void }> {
  const server = createServer((asked, answer) => void pass(url, most, asked, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on a port has one
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function pass(url: string, most: number, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { method, headers } = asked;
  const onward = request(new URL(asked.url ?? '/', url), { method, headers });
  onward.on('response', (response) => {
    void delay(Math.random() * most).then(() => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
  });
  // Either side may hang up; the other one is told by the same.
  onward.on('error', () => answer.destroy());
  answer.on('close', () => onward.destroy());
  asked.pipe(onward);
}
