/*
 * Renews sessions for the pages of this browser, in a service worker, which outlives them. A refresh token can be used
 * once: a page that is reloaded during its renewal never gets the response and would send the used token again. The
 * worker retains the response for it. Nothing is stored; tokens stay in memory only as long as a reload takes. See
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
 * Sends one request per token. Only a successful response uses up the token and is retained; after any other response
 * the token can be sent again.
 */
async function renewOnce(request: RenewalRequest): Promise<RenewalResponse> {
  const pendingResponse = responses.get(request.token) ?? requestRenewal(request);
  responses.set(request.token, pendingResponse);
  const reply = await pendingResponse;
  if (reply.status !== 200) responses.delete(request.token);
  return reply;
}

/** Retains the response of a token until a reloaded page has had time to fetch it. */
async function retainResponse(token: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, RETENTION_MS));
  responses.delete(token);
}

addEventListener('message', (event) => {
  // Only pages of this origin can send messages, and they send nothing else.
  const { data, ports, waitUntil } = event as ExtendableMessageEvent;
  const completion = renewOnce(data).then((reply) => {
    ports[0]?.postMessage(reply);
    return reply.status === 200 ? retainResponse(data.token) : undefined;
  });
  waitUntil.call(event, completion);
});
