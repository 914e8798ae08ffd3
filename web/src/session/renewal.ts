import type { RenewalAnswer, RenewalRequest } from './renewal-worker.ts';
// The bundler makes the default export: the address of the built worker.
// oxlint-disable-next-line import/default
import workerAddress from './renewal-worker.ts?worker&url';

/** A worker that says nothing for so long has been ended. Milliseconds. */
const PATIENCE = 30_000;

/**
 * Brings the worker into the browser, so that it is there when a session is to be renewed. It takes part in nothing else: no
 * page stands within its reach, so no request passes through it. Browsers have workers only where the connection is secure.
 */
export async function prepareRenewal(): Promise<void> {
  try {
    await navigator.serviceWorker?.register(workerAddress);
  } catch {
    // Then the page renews its session itself.
  }
}

/**
 * The token call that uses up a refresh token, by the worker that outlives the page; by the page itself where there is none.
 * As `fetch`, it throws where no answer came.
 */
export async function fetchRenewal(request: RenewalRequest): Promise<Response> {
  const registration = await navigator.serviceWorker?.getRegistration(workerAddress);
  const worker = registration?.active;
  if (!worker) return fetch(request.path, request.init);
  const { port1, port2 } = new MessageChannel();
  const { status, text } = await new Promise<RenewalAnswer>((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<RenewalAnswer>) => resolve(data), { once: true });
    port1.start();
    setTimeout(() => resolve({ status: 0, text: '' }), PATIENCE);
    worker.postMessage(request, [port2]);
  });
  port1.close();
  if (status === 0) throw new TypeError('no answer');
  return new Response(text, { status });
}
