/*
 * Renews sessions for the pages of this browser, in a service worker because it outlives them. A refresh token can be
 * used once: a page reloaded during its renewal never sees the response and would send the used token again. The worker
 * retains the response for it. Nothing is stored; tokens stay in memory for as long as a reload takes. See
 * docs/decisions/0027-refresh-a-session-in-a-service-worker.md.
 */

/** A page's request: its token call, and the refresh token that it uses. */
export interface RenewalRequest {
  readonly token: string;
  readonly path: string;
  readonly init: Pick<RequestInit, 'method' | 'headers' | 'body'>;
}

/** The server's response; status 0 if none arrived. */
export interface RenewalResponse {
  readonly status: number;
  readonly text: string;
}

/** The part of the service worker types that is used here; they conflict with the DOM types of a page. */
interface ExtendableMessageEvent extends MessageEvent<RenewalRequest> {
  waitUntil: (work: Promise<unknown>) => void;
}

/** Time within which a reloaded page returns. Milliseconds. */
const RETENTION_MS = 30_000;

const responses = new Map<string, Promise<RenewalResponse>>();

/** Time after which a response counts as lost. Milliseconds. */
const RESPONSE_TIMEOUT = 10_000;

/** Retries once without a response: for 30 s the server returns the same response for the same refresh token. */
async function requestRenewal(request: RenewalRequest, attempts = 2): Promise<RenewalResponse> {
  try {
    const response = await fetch(request.path, { ...request.init, signal: AbortSignal.timeout(RESPONSE_TIMEOUT) });
    return { status: response.status, text: await response.text() };
  } catch {
    return attempts > 1 ? requestRenewal(request, attempts - 1) : { status: 0, text: '' };
  }
}

/**
 * One request per token. Only a response that used the token is cached; after any other the token can be tried again.
 */
async function renewOnce(request: RenewalRequest): Promise<RenewalResponse> {
  const requested = responses.get(request.token) ?? requestRenewal(request);
  responses.set(request.token, requested);
  const reply = await requested;
  if (reply.status !== 200) responses.delete(request.token);
  return reply;
}

async function storeToken(token: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, RETENTION_MS));
  responses.delete(token);
}

addEventListener('message', (event) => {
  const { data, ports, waitUntil } = event as ExtendableMessageEvent; // pages send nothing else, and nobody else can
  const answered = renewOnce(data).then((reply) => {
    ports[0]?.postMessage(reply);
    return reply.status === 200 ? storeToken(data.token) : undefined;
  });
  waitUntil.call(event, answered);
});
