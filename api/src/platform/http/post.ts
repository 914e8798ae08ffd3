import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { OutOfReach, type Reach } from './reach.ts';

/** The outcome of a request to somebody else's server. */
export interface Answered {
  /** Null where there was no answer. */
  readonly status: number | null;
  /** The beginning of the answer, or why there was none. */
  readonly text: string;
}

/** Posts to one address, over connections that are used again. */
export interface Poster {
  /** Never rejects: a failure is an answer without a status. */
  post(body: string, headers: Readonly<Record<string, string>>): Promise<Answered>;
  close(): void;
}

interface PosterOptions {
  readonly url: URL;
  readonly reach: Reach;
  readonly connections: number;
  /** A whole request may take so long, however its answer trickles in. */
  readonly patienceMs: number;
  /** Characters of an answer that are read; of a longer one the connection is cut. */
  readonly answerMax: number;
  readonly signal: AbortSignal;
}

/** Follows no redirect: it may lead where the address itself may not. */
export function createPoster({ url, reach, connections, patienceMs, answerMax, signal }: PosterOptions): Poster {
  const settings = { keepAlive: true, maxSockets: connections, lookup: reach.lookup(url) };
  const agent = url.protocol === 'https:' ? new SecureAgent(settings) : new PlainAgent(settings);
  const request = url.protocol === 'https:' ? secureRequest : plainRequest;
  return {
    post: (body, headers) =>
      new Promise((resolve) => {
        const late = AbortSignal.timeout(patienceMs);
        const failed = (error: Error) =>
          resolve({
            status: null,
            text: late.aborted ? `No answer within ${patienceMs / 1000} seconds` : reasonOf(error),
          });
        if (!reach.allowsHost(url)) return failed(new OutOfReach('This address may not be called'));
        const sent = request(url, {
          method: 'POST',
          agent,
          signal: AbortSignal.any([signal, late]),
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        });
        sent.on('error', failed);
        sent.on('response', (answer) => {
          const status = answer.statusCode ?? null;
          const decoder = new TextDecoder();
          let text = '';
          const done = () => resolve({ status, text: [...text].slice(0, answerMax).join('') });
          answer.on('data', (chunk: Buffer) => {
            text += decoder.decode(chunk, { stream: true });
            if (text.length <= answerMax * 2) return;
            answer.destroy();
            done();
          });
          answer.on('end', done);
          // The text that came before the line broke stands.
          answer.on('error', done);
        });
        sent.end(body);
        return undefined;
      }),
    close: () => agent.destroy(),
  };
}

const reasonOf = (error: Error): string => {
  if (error instanceof OutOfReach) return error.message;
  const cause = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
  return cause.message;
};
