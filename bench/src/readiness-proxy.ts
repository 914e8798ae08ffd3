import { once } from 'node:events';
import { Agent, type IncomingMessage, type ServerResponse, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds between two questions for readiness. */
const READINESS_INTERVAL_MS = 200;

/** A proxy in front of several processes, which sends requests only to those that are ready. */
export interface ReadinessProxy {
  readonly address: string;
  /** Sends requests to a process as soon as it is ready. */
  add(address: string): void;
  /** Sends no new requests to a process, and resolves when it has answered those that it has. */
  remove(address: string): Promise<void>;
  stop(): Promise<void>;
}

interface Backend {
  readonly address: string;
  readonly agent: Agent;
  isReady: boolean;
  running: number;
}

/**
 * Starts the proxy on a free port. It tries another process if one accepts no connection, as proxies do, and repeats no
 * request that a process may have received.
 */
export async function startReadinessProxy(): Promise<ReadinessProxy> {
  const backends: Backend[] = [];
  let turn = 0;

  const forward = (request: IncomingMessage, response: ServerResponse, tried: readonly Backend[]): void => {
    const candidates = backends.filter((backend) => backend.isReady && !tried.includes(backend));
    const backend = candidates[turn++ % Math.max(candidates.length, 1)];
    if (!backend) {
      response.writeHead(502).end();
      return;
    }
    backend.running += 1;
    const { port, hostname } = new URL(backend.address);
    const { method, url: path, headers } = request;
    const forwarded = send({ agent: backend.agent, hostname, port, method, path, headers });
    forwarded.on('response', (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    forwarded.on('close', () => (backend.running -= 1));
    forwarded.on('error', (error) => {
      const wasNeverSent = 'code' in error && error.code === 'ECONNREFUSED';
      if (wasNeverSent) backend.isReady = false;
      if (wasNeverSent && !response.headersSent) forward(request, response, [...tried, backend]);
      else if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    request.pipe(forwarded);
  };

  const server = createServer((request, response) => forward(request, response, []));
  const updateReadiness = async (backend: Backend): Promise<void> => {
    const reply = await fetch(`${backend.address}/readyz`).catch(() => undefined);
    await reply?.arrayBuffer().catch(() => undefined);
    backend.isReady = reply?.ok ?? false;
  };
  const timer = setInterval(() => void Promise.all(backends.map(updateReadiness)), READINESS_INTERVAL_MS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port

  return {
    address: `http://127.0.0.1:${port}`,
    add: (address) => {
      const backend = { address, agent: new Agent({ keepAlive: true }), isReady: false, running: 0 };
      backends.push(backend);
      void updateReadiness(backend);
    },
    async remove(address) {
      const index = backends.findIndex((backend) => backend.address === address);
      const [backend] = backends.splice(index, index < 0 ? 0 : 1);
      if (!backend) return;
      const isBusy = (): boolean => backend.running > 0;
      while (isBusy()) await wait(20);
      backend.agent.destroy();
    },
    async stop() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      for (const { agent } of backends) agent.destroy();
    },
  };
}
