import { subscribe } from 'node:diagnostics_channel';
import { type Span, SpanStatusCode } from '@opentelemetry/api';

/** Begins the span of a request to another server; undefined if it is not traced. */
export type BeginOutboundSpan = (method: string, host: string) => Span | undefined;

/**
 * Traces HTTP requests that this process sends, by Node's own channels: those of `node:http`, which the object store and
 * webhooks use, and those of `fetch`, which single sign-on and captchas use. A span ends with the header of the response.
 */
export function traceOutboundRequests(begin: BeginOutboundSpan): void {
  const spans = new WeakMap<object, Span>();
  const on = (channel: string, listener: (request: object, message: object) => void): void =>
    subscribe(channel, (message) => {
      if (!isObject(message)) return;
      const request = readPart(message, 'request');
      if (isObject(request)) listener(request, message);
    });
  const beginFor = (request: object, host: unknown): void => {
    const span = begin(String(readPart(request, 'method')), String(host));
    if (span) spans.set(request, span);
  };
  const end = (request: object, message: object): void => {
    const span = spans.get(request);
    if (!span) return;
    spans.delete(request);
    const response = readPart(message, 'response');
    const status = isObject(response) ? readPart(response, 'statusCode') : undefined;
    if (typeof status === 'number') span.setAttribute('http.response.status_code', status);
    else span.setAttribute('error.type', errorTypeOf(readPart(message, 'error')));
    if (typeof status !== 'number' || status >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };

  on('http.client.request.created', (request) => beginFor(request, readPart(request, 'host')));
  on('http.client.response.finish', end);
  on('http.client.request.error', end);
  on('undici:request:create', (request) => {
    const origin = String(readPart(request, 'origin'));
    beginFor(request, URL.canParse(origin) ? new URL(origin).hostname : origin);
  });
  on('undici:request:headers', end);
  on('undici:request:error', end);
}

/** The code of an error, or the name of its class: messages may contain addresses and values. */
export const errorTypeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const readPart = (value: object, key: string): unknown => Reflect.get(value, key);
