import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface CaptchaVerifier {
  readonly url: string;
  /** The captcha responses that it received, in order. A test may empty the list. */
  readonly receivedResponses: string[];
  readonly close: () => Promise<void>;
}

/** Starts a mock of reCAPTCHA's siteverify endpoint; it accepts every response that starts with `good`. */
export async function startVerifier(secret: string): Promise<CaptchaVerifier> {
  const receivedResponses: string[] = [];
  const verify = async (request: IncomingMessage) => {
    const form = new URLSearchParams(await text(request));
    const captchaResponse = form.get('response') ?? '';
    receivedResponses.push(captchaResponse);
    const success = form.get('secret') === secret && captchaResponse.startsWith('good');
    return { success, ...(!success && { 'error-codes': ['invalid-input-response'] }) };
  };
  const server = createServer((request, response) => {
    void verify(request).then((result) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(result)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}/siteverify`,
    receivedResponses,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
