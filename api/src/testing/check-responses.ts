import { type CallDefinition, calls, integrationCalls } from '@innkeeper/contract/calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterEach, expect } from 'vitest';
import { parseRoute } from '../engine/calls/call-paths.ts';

const byRoute = new Map<string, CallDefinition>(
  Object.entries<CallDefinition>({ ...calls, ...integrationCalls }).map(([name, call]) => {
    const { method, url } = parseRoute(name);
    return [`${method} ${url}`, call];
  }),
);

/** The positions where a response differs from the definition of its call. */
export function findResponseProblems(route: string, status: number, body: string): string[] {
  const call = byRoute.get(route);
  if (!call || status >= 400) return [];
  const isHeld = call.held !== undefined && status === 202;
  if (status !== (call.status ?? 200) && !(call.returnsExisting && status === 200) && !isHeld)
    return [`${route} answers ${status}`];
  const { error } = (isHeld ? call.held : call.response).safeParse(JSON.parse(body));
  return (error?.issues ?? []).map(({ path, message }) => `${route} answers ${path.join('.')}: ${message}`);
}

const requestRoute = ({ method, routeOptions: { url } }: FastifyRequest): string => `${method} ${url}`;

/** Fails each test in which a response does not match the definition of its call. */
export function checkResponses(app: FastifyInstance): void {
  const problems: string[] = [];
  app.addHook('onSend', async (request, { statusCode }, payload) => {
    if (typeof payload === 'string') problems.push(...findResponseProblems(requestRoute(request), statusCode, payload));
  });
  afterEach(() => {
    expect(problems.splice(0)).toEqual([]);
  });
}
