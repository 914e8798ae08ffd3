import type { TraceStatement } from '@innkeeper/db';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  context,
  defaultTextMapGetter,
  diag,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator, isTracingSuppressed } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MailTransport } from '../mail/mail-transport.ts';
import { errorTypeOf, traceOutboundRequests } from './outbound-spans.ts';

/*
 * Traces by OpenTelemetry: requests and jobs with their statements, mails and requests to other servers. Loaded only if
 * a collector is configured. The exporter reads OTEL_EXPORTER_OTLP_… itself, the resource OTEL_RESOURCE_ATTRIBUTES and
 * OTEL_SERVICE_NAME. See docs/decisions/0125-trace-with-spans-of-our-own.md.
 *
 * A span has no personal data: routes instead of paths, statements without their values, hosts instead of URLs, codes
 * instead of messages of errors.
 */
export interface Tracing {
  readonly traceStatement: TraceStatement;
  /** Begins a span for each request. */
  register(app: FastifyInstance): void;
  /** A span for each mail that goes to a relay. */
  watchTransport(transport: MailTransport): MailTransport;
  /** Runs a job of the queue within a span of its own. */
  traceJob: TraceJob;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

export type TraceJob = <T>(task: string, run: () => Promise<T>) => Promise<T>;

interface TracingOptions {
  readonly version: string;
  /** Share of the traces that begin here and are recorded, from 0 to 1. */
  readonly ratio: number;
  /** Whether a trace that a caller began is continued: only a proxy in front may do that. */
  readonly isParentTrusted: boolean;
  /** Is called with the reason when spans could not be sent, at most once a minute. */
  readonly onFailure: (reason: string) => void;
}

/** Monitors call these every few seconds. */
const UNTRACED_ROUTES = new Set(['/healthz', '/readyz', '/metrics']);
const MAX_STATEMENT_LENGTH = 2_000;
const FAILURE_INTERVAL_MS = 60_000;

export function startTracing({ version, ratio, isParentTrusted, onFailure }: TracingOptions): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  reportFailures(onFailure);
  const defaults = resourceFromAttributes({ 'service.name': 'innkeeper', 'service.version': version });
  const provider = new TracerProvider({
    resource: defaults.merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('innkeeper', version);
  const propagator = new W3CTraceContextPropagator();

  /** Runs work within a new span, which ends with it. */
  const runInSpan = async <T>(name: string, kind: SpanKind, attributes: Attributes, work: () => Promise<T>) => {
    const span = tracer.startSpan(name, { kind, attributes });
    try {
      return await context.with(trace.setSpan(context.active(), span), work);
    } catch (error) {
      span.setAttribute('error.type', errorTypeOf(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };

  traceOutboundRequests((method, host) => {
    // Requests of the exporter are suppressed, and work without a request has no span.
    if (isTracingSuppressed(context.active()) || !trace.getActiveSpan()) return undefined;
    const attributes = { 'http.request.method': method, 'server.address': host };
    return tracer.startSpan(method, { kind: SpanKind.CLIENT, attributes });
  });

  return {
    traceStatement: (text, run) => {
      if (!trace.getActiveSpan()) return run();
      const name = /\w+/.exec(text)?.[0].toUpperCase() ?? 'statement';
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MAX_STATEMENT_LENGTH) };
      return runInSpan(name, SpanKind.CLIENT, attributes, run);
    },
    traceJob: (task, run) => runInSpan(`job ${task}`, SpanKind.CONSUMER, {}, run),
    watchTransport: (transport) => (mail, identity) =>
      runInSpan('send mail', SpanKind.CLIENT, {}, () => transport(mail, identity)),
    register(app) {
      const contexts = new WeakMap<FastifyRequest, Context>();
      app.addHook('onRequest', (request, reply, done) => {
        const { method, routeOptions, headers, id } = request;
        if (UNTRACED_ROUTES.has(routeOptions.url ?? '')) return done();
        const parent = isParentTrusted ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter) : ROOT_CONTEXT;
        const span = tracer.startSpan(
          [method, routeOptions.url ?? ''].join(' ').trim(),
          {
            kind: SpanKind.SERVER,
            attributes: {
              'http.request.method': method,
              'innkeeper.request_id': id,
              ...(routeOptions.url !== undefined && { 'http.route': routeOptions.url }),
            },
          },
          parent,
        );
        reply.raw.once('close', () => endRequestSpan(span, reply.raw));
        const active = trace.setSpan(parent, span);
        contexts.set(request, active);
        return context.with(active, done);
      });
      // Work triggered by the last byte of a body runs in the async context of the connection, not in that of the hook
      // above.
      app.addHook('preValidation', (request, _reply, done) => {
        const active = contexts.get(request);
        if (active) context.with(active, done);
        else done();
      });
    },
    stop: () => provider.shutdown().catch(() => undefined),
  };
}

function endRequestSpan(
  span: Span,
  { statusCode, writableFinished }: { statusCode: number; writableFinished: boolean },
) {
  span.setAttribute('http.response.status_code', statusCode);
  if (!writableFinished) span.setAttribute('error.type', 'disconnected');
  if (statusCode >= 500 || !writableFinished) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** The library reports failures to send only to its own logger. */
function reportFailures(onFailure: (reason: string) => void): void {
  let reportedAt = -Infinity;
  const report = (reason: string): void => {
    if (performance.now() - reportedAt < FAILURE_INTERVAL_MS) return;
    reportedAt = performance.now();
    onFailure(reason);
  };
  const ignore = (): void => undefined;
  diag.setLogger({ error: report, warn: report, info: ignore, debug: ignore, verbose: ignore });
}
