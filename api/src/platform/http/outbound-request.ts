import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { OutboundForbidden, type OutboundPolicy } from './outbound-policy.ts';

/** Result of an outbound HTTP request. */
export interface OutboundResponse {
  /** Null if there was no response. */
  readonly status: number | null;
  /** The beginning of the response, or why there was none. */
  readonly text: string;
}

/** Posts to one URL over reused connections. */
export interface OutboundClient {
  /** Never rejects: a failure is a result without a status. */
  post(body: string, headers: Readonly<Record<string, string>>): Promise<OutboundResponse>;
  close(): void;
}

interface OutboundClientOptions {
  readonly url: URL;
  readonly outboundPolicy: OutboundPolicy;
  readonly connections: number;
  /** Timeout in milliseconds for the whole request, including a slow response. */
  readonly timeoutMs: number;
  /** Maximum characters read of a response; after that the connection is closed. */
  readonly maxResponseChars: number;
  readonly signal: AbortSignal;
}

/** Does not follow redirects, which may lead to an address that is not allowed. */
export function createOutboundClient({
  url,
  outboundPolicy,
  connections,
  timeoutMs,
  maxResponseChars,
  signal,
}: OutboundClientOptions): OutboundClient {
  const settings = { keepAlive: true, maxSockets: connections, lookup: outboundPolicy.lookup(url) };
  const agent = url.protocol === 'https:' ? new SecureAgent(settings) : new PlainAgent(settings);
  const request = url.protocol === 'https:' ? secureRequest : plainRequest;
  return {
    post: (body, headers) =>
      new Promise((resolve) => {
        const timeoutSignal = AbortSignal.timeout(timeoutMs);
        const resolveFailure = (error: Error) =>
          resolve({
            status: null,
            text: timeoutSignal.aborted ? `No answer within ${timeoutMs / 1000} seconds` : reasonOf(error),
          });
        if (!outboundPolicy.allowsHost(url))
          return resolveFailure(new OutboundForbidden('This address may not be called'));
        const clientRequest = request(url, {
          method: 'POST',
          agent,
          signal: AbortSignal.any([signal, timeoutSignal]),
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        });
        clientRequest.on('error', resolveFailure);
        clientRequest.on('response', (response) => {
          const status = response.statusCode ?? null;
          const decoder = new TextDecoder();
          let text = '';
          const finish = () => resolve({ status, text: [...text].slice(0, maxResponseChars).join('') });
          response.on('data', (chunk: Buffer) => {
            text += decoder.decode(chunk, { stream: true });
            if (text.length <= maxResponseChars * 2) return;
            response.destroy();
            finish();
          });
          response.on('end', finish);
          // An interrupted response counts with the text received so far.
          response.on('error', finish);
        });
        clientRequest.end(body);
        return undefined;
      }),
    close: () => agent.destroy(),
  };
}

const reasonOf = (error: Error): string => {
  if (error instanceof OutboundForbidden) return error.message;
  const cause = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
  return cause.message;
};
