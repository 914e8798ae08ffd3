/*
 * Renews sessions for the pages of this browser, as a service worker, because it outlives them. A refresh token serves once:
 * a page that is reloaded while its renewal is on the way never sees the answer, and would come a second time with a token
 * that is used up. Here the answer waits for it. Nothing is written down; tokens stay in memory for as long as a reload takes.
 * See docs/decisions/0027-renewal-outlives-the-page.md.
 */

/** The request of a page: the token call as it would make it, and the refresh token that it uses up. */
export interface RenewalRequest {
  readonly token: string;
  readonly path: string;
  readonly init: Pick<RequestInit, 'method' | 'headers' | 'body'>;
}

/** The server's answer; status 0 where none came. */
export interface RenewalAnswer {
  readonly status: number;
  readonly text: string;
}

/** The part of the worker's world that is used here; its own types and those of a page exclude each other. */
interface LastingEvent extends MessageEvent<RenewalRequest> {
  waitUntil: (work: Promise<unknown>) => void;
}

/** A page that is reloaded comes back within this time. Milliseconds. */
const KEPT = 30_000;

const answers = new Map<string, Promise<RenewalAnswer>>();

/** An answer that takes longer counts as lost. Milliseconds. */
const LOST_AFTER = 10_000;

/** Asks once more where no answer came: for 30 s the server repeats its answer to the same refresh token. */
async function ask(request: RenewalRequest, tries = 2): Promise<RenewalAnswer> {
  try {
    const response = await fetch(request.path, { ...request.init, signal: AbortSignal.timeout(LOST_AFTER) });
    return { status: response.status, text: await response.text() };
  } catch {
    return tries > 1 ? ask(request, tries - 1) : { status: 0, text: '' };
  }
}

/** One request per token. Only an answer that used the token up is kept; after any other the token may be tried again. */
async function renewOnce(request: RenewalRequest): Promise<RenewalAnswer> {
  const asked = answers.get(request.token) ?? ask(request);
  answers.set(request.token, asked);
  const answer = await asked;
  if (answer.status !== 200) answers.delete(request.token);
  return answer;
}

async function keep(token: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, KEPT));
  answers.delete(token);
}

addEventListener('message', (event) => {
  const { data, ports, waitUntil } = event as LastingEvent; // pages send nothing else, and nobody else can
  const answered = renewOnce(data).then((answer) => {
    ports[0]?.postMessage(answer);
    return answer.status === 200 ? keep(data.token) : undefined;
  });
  waitUntil.call(event, answered);
});
