import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { apiError } from '../http/api-error.ts';
import { bearerTokenOf, isSecret } from '../http/bearer-secret.ts';
import type { MailTransport } from '../mail/mail-transport.ts';

/** Seconds. Below the first are lists and records, above the last reports of long periods. */
const DURATION_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10];

/** A value that is read when the metrics are fetched. Labels by name. */
export interface MetricValue {
  readonly name: string;
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}
/** Metrics that are read together, for example with one statement. */
export interface MetricSource {
  /** By name, which begins with `innkeeper_`. */
  readonly gauges: Readonly<Record<string, { readonly help: string; readonly labels?: readonly string[] }>>;
  /** If it rejects, its metrics are missing, and the others are served. */
  readonly read: () => Promise<readonly MetricValue[]> | readonly MetricValue[];
}

/** What this process counts. */
export interface Metrics {
  countSlowStatement(): void;
  /** Counts each attempt to send a mail. */
  watchTransport(transport: MailTransport): MailTransport;
  /** Measures each request, and serves the metrics at `/metrics` to callers with the token. */
  register(app: FastifyInstance, token: string, sources: readonly MetricSource[]): void;
}

/** Loaded only if a token is configured: the library measures garbage collection and the event loop from then on. */
export async function createMetrics(version: string): Promise<Metrics> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'innkeeper_info', help: 'The running version', labelNames: ['version'], registers }).set(
    { version },
    1,
  );
  const requests = new Histogram({
    name: 'innkeeper_http_request_duration_seconds',
    help: 'Time from the last header of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const slowStatements = new Counter({
    name: 'innkeeper_slow_statements_total',
    help: 'Statements of people that took a second or more; the log has their texts',
    registers,
  });
  const mailAttempts = new Counter({
    name: 'innkeeper_mail_attempts_total',
    help: 'Attempts to hand a mail to the relay',
    labelNames: ['outcome'],
    registers,
  });

  const createReader = ({ gauges, read }: MetricSource): (() => Promise<void>) => {
    const gaugeByName = new Map(
      Object.entries(gauges).map(([name, { help, labels = [] }]) => [
        name,
        new Gauge({ name, help, labelNames: labels, registers }),
      ]),
    );
    return async () => {
      for (const gauge of gaugeByName.values()) gauge.reset();
      for (const { name, value, labels = {} } of await read()) gaugeByName.get(name)?.set(labels, value);
    };
  };

  return {
    countSlowStatement: () => slowStatements.inc(),
    watchTransport: (transport) => async (mail, identity) => {
      try {
        const response = await transport(mail, identity);
        mailAttempts.inc({ outcome: 'sent' });
        return response;
      } catch (error) {
        mailAttempts.inc({ outcome: 'failed' });
        throw error;
      }
    },
    register(app, token, sources) {
      app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
        const labels = { method, route: routeOptions.url ?? 'none', status: String(reply.statusCode) };
        requests.observe(labels, reply.elapsedTime / 1000);
      });
      const readers = sources.map(createReader);
      app.get('/metrics', async (request, reply) => {
        if (!isSecret(bearerTokenOf(request), token)) throw apiError('unauthenticated');
        for (const read of readers)
          await read().catch((error: unknown) => request.log.warn({ err: error }, 'some metrics cannot be read'));
        return reply.type(registry.contentType).send(await registry.metrics());
      });
    },
  };
}

/** The connections of each pool. */
export const connectionMetrics = (pools: Readonly<Record<string, Db>>): MetricSource => ({
  gauges: {
    innkeeper_database_connections: { help: 'Open connections of this process', labels: ['pool', 'state'] },
    innkeeper_database_connections_waiting: { help: 'Work that waits for a connection', labels: ['pool'] },
  },
  read: () =>
    Object.entries(pools).flatMap(([pool, { pool: connections }]): MetricValue[] => [
      {
        name: 'innkeeper_database_connections',
        labels: { pool, state: 'used' },
        value: connections.totalCount - connections.idleCount,
      },
      { name: 'innkeeper_database_connections', labels: { pool, state: 'idle' }, value: connections.idleCount },
      { name: 'innkeeper_database_connections_waiting', labels: { pool }, value: connections.waitingCount },
    ]),
});
