import type { RenewalResponse, RenewalRequest } from './renewal-worker.ts';
// The bundler generates the default export: the URL of the built worker.
// oxlint-disable-next-line import/default
import workerUrl from './renewal-worker.ts?worker&url';

/** Milliseconds after which a worker that does not respond counts as terminated. */
const RENEWAL_TIMEOUT = 30_000;

/**
 * Registers the service worker, so that it is ready when a session must be renewed. It does nothing else: no page is
 * within its scope, so it intercepts no requests. Service workers require a secure connection.
 */
export async function registerRenewalWorker(): Promise<void> {
  try {
    await navigator.serviceWorker?.register(workerUrl);
  } catch {
    // Without a worker, the page renews its session itself.
  }
}

/**
 * Makes the token call with a refresh token: in the worker, which outlives the page, or on the page if there is no
 * worker. Like `fetch`, it throws if no response arrives.
 */
export async function fetchRenewal(request: RenewalRequest): Promise<Response> {
  const registration = await navigator.serviceWorker?.getRegistration(workerUrl);
  const worker = registration?.active;
  if (!worker) return fetch(request.path, request.init);
  const { port1, port2 } = new MessageChannel();
  const { status, text } = await new Promise<RenewalResponse>((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<RenewalResponse>) => resolve(data), { once: true });
    port1.start();
    setTimeout(() => resolve({ status: 0, text: '' }), RENEWAL_TIMEOUT);
    worker.postMessage(request, [port2]);
  });
  port1.close();
  if (status === 0) throw new TypeError('no answer');
  return new Response(text, { status });
}
