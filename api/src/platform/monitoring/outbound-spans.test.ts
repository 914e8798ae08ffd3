import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, onTestFinished, test } from 'vitest';
import { traceOutboundRequests } from './outbound-spans.ts';

test('requests of fetch and of node:http have spans with method, host and outcome, and nothing else', async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const tracer = provider.getTracer('test');
  traceOutboundRequests((method, host) => tracer.startSpan(method, { attributes: { 'server.address': host } }));

  const server = createServer((_, response) => void response.writeHead(404).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on a port
  await (await fetch(`http://127.0.0.1:${port}/guests/7?name=Wijaya`, { method: 'PUT', body: 'Wijaya' })).text();
  const request = get(`http://127.0.0.1:${port}/guests/7?name=Wijaya`);
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'end');
  const rejected = get({ host: '127.0.0.1', port: 1 });
  await once(rejected, 'error');
  await provider.forceFlush();

  const spans = exporter.getFinishedSpans().map(({ name, attributes }) => [name, attributes]);
  const host = { 'server.address': '127.0.0.1' };
  expect(spans).toEqual([
    ['PUT', { ...host, 'http.response.status_code': 404 }],
    ['GET', { ...host, 'http.response.status_code': 404 }],
    ['GET', { ...host, 'error.type': 'ECONNREFUSED' }],
  ]);
});
