import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { CAPTCHA_FIELD } from '@innkeeper/contract';
import { expect, onTestFinished, test } from 'vitest';
import { shareDatabase } from './shared-database.ts';

/** Traces that reach a collector by OTLP over HTTP. */

const { db, admin, start } = await shareDatabase();

/** A span as OTLP writes it in JSON. */
interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}
interface SentTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: SentSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

async function startCollector() {
  const requests: { readonly url: string | undefined; readonly body: SentTraces }[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      requests.push({ url: request.url, body: body as SentTraces }); // as OTLP defines it
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    spans: () =>
      requests.flatMap(({ body }) => body.resourceSpans.flatMap((r) => r.scopeSpans.flatMap((s) => s.spans))),
  };
}

const valueOf = ({ attributes }: Pick<SentSpan, 'attributes'>, name: string): unknown => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value && Object.values(value)[0];
};

test('the spans of a request and its statements reach the collector, without personal data', async () => {
  const collector = await startCollector();
  const server = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=rehearsal',
    TRUST_PROXY: '1',
  });
  const [traceId, parentId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  const headers = {
    authorization: `Bearer ${admin.token}`,
    'x-forwarded-for': '203.0.113.77',
    traceparent: `00-${traceId}-${parentId}-01`,
  };
  const list = await fetch(`${server.address}/api/type_input?search=Wijaya&page=1`, { headers });
  expect(list.status).toBe(200);
  const created = await fetch(`${server.address}/api/type_input`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Kusumawardhani', code: 'kusumawardhani' }),
  });
  expect(created.status).toBe(201);
  await fetch(`${server.address}/healthz`, { headers });
  await server.stop();

  const spans = collector.spans();
  expect(new Set(collector.requests.map(({ url }) => url))).toEqual(new Set(['/v1/traces']));
  const request = spans.find(({ name }) => name === 'GET /api/type_input');
  // The request goes on with the trace of the proxy.
  expect(request).toMatchObject({ traceId, parentSpanId: parentId });
  expect(request && valueOf(request, 'http.response.status_code')).toEqual(200);
  expect(request && valueOf(request, 'innkeeper.request_id')).toBe(list.headers.get('x-request-id'));
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(statements.map((span) => String(valueOf(span, 'db.query.text'))).join('\n')).toMatch(/from "?type_input/);
  const write = spans.find(({ name }) => name === 'POST /api/type_input');
  const writeStatements = spans.filter(({ parentSpanId }) => parentSpanId === write?.spanId).map(({ name }) => name);
  expect(writeStatements).toEqual(expect.arrayContaining(['BEGIN', 'INSERT', 'COMMIT']));
  expect(spans.filter(({ name }) => name.includes('healthz'))).toEqual([]);
  const [resource] = collector.requests.map(({ body }) => body.resourceSpans[0]?.resource);
  expect(resource && valueOf(resource, 'service.name')).toBe('innkeeper');
  expect(resource && valueOf(resource, 'deployment.environment.name')).toBe('rehearsal');

  const sent = JSON.stringify(collector.requests).toLowerCase();
  for (const personal of ['wijaya', 'kusumawardhani', '203.0.113.77', admin.token.toLowerCase()])
    expect(sent).not.toContain(personal);
});

test('a trace of a caller without a proxy is not continued, and without the variable nothing is sent', async () => {
  const collector = await startCollector();
  const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
  const server = await start({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.address}/collect`, WORKER: '0' });
  await fetch(`${server.address}/api/region`, { headers: { traceparent } });
  await server.stop();
  const span = collector.spans().find(({ name }) => name === 'GET /api/region');
  expect(collector.requests[0]?.url).toBe('/collect');
  expect(span?.parentSpanId ?? '').toBe('');
  expect(span?.traceId).not.toBe('ab'.repeat(16));

  collector.requests.length = 0;
  const disabled = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
    OTEL_SDK_DISABLED: 'true',
    WORKER: '0',
  });
  await fetch(`${disabled.address}/api/region`);
  await disabled.stop();
  expect(collector.requests).toEqual([]);
});

test('a captcha provider that a request asks, and the mail of a job, have spans without their content', async () => {
  const collector = await startCollector();
  const provider = createServer((_, response) => void response.end('{"success":true,"hostname":"127.0.0.1"}'));
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  onTestFinished(() => void provider.close());
  const { port } = provider.address() as AddressInfo; // it listens on a port
  const server = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
    CAPTCHA_PROVIDER: 'recaptcha',
    CAPTCHA_SITE_KEY: 'site',
    CAPTCHA_SECRET: 'quiet-captcha-secret',
    CAPTCHA_VERIFY_URL: `http://127.0.0.1:${port}/verify`,
  });
  const email = `${admin.username}@innkeeper.test`;
  const reply = await fetch(`${server.address}/api/password/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, [CAPTCHA_FIELD]: 'solved' }),
  });
  expect(reply.status, await reply.text()).toBe(200);
  const countLeft = async () => (await db.pool.query('select from graphile_worker.jobs')).rowCount;
  await expect.poll(countLeft).toBe(0);
  await server.stop();

  const spans = collector.spans();
  const parentNameOf = (span: SentSpan | undefined) => spans.find(({ spanId }) => spanId === span?.parentSpanId)?.name;
  const verification = spans.find((span) => span.name === 'POST' && valueOf(span, 'server.address') === '127.0.0.1');
  expect(parentNameOf(verification)).toBe('POST /api/password/email');
  expect(verification && valueOf(verification, 'http.response.status_code')).toEqual(200);
  expect(parentNameOf(spans.find(({ name }) => name === 'send mail'))).toBe('job mail');
  const sent = JSON.stringify(collector.requests);
  for (const secret of [email, 'quiet-captcha-secret', 'solved']) expect(sent).not.toContain(secret);
});
