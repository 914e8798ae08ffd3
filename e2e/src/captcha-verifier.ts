import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface CaptchaVerifier {
  readonly url: string;
  /** The answers that it was asked about, in order. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}

/** A captcha provider's siteverify call on this machine: takes every answer that begins with `good`. */
export async function startVerifier(secret: string): Promise<CaptchaVerifier> {
  const asked: string[] = [];
  const judge = async (request: IncomingMessage) => {
    const form = new URLSearchParams(await text(request));
    const answer = form.get('response') ?? '';
    asked.push(answer);
    const success = form.get('secret') === secret && answer.startsWith('good');
    return { success, ...(!success && { 'error-codes': ['invalid-input-response'] }) };
  };
  const server = createServer((request, response) => {
    void judge(request).then((verdict) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(verdict)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}/siteverify`,
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
