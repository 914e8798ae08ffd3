import { message } from '@innkeeper/contract';
import type { FastifyInstance } from 'fastify';
import { withActor } from '../../access/authenticate.ts';
import { invalid } from '../../platform/http/fail.ts';
import type { Operation } from './document.ts';

/**
 * The query of a read must be as the document describes it, or a 422 names the parameter: a misspelt one must not be
 * taken for one that was left out. And the query of any call is text that can be stored: without NUL or half a character.
 * Signed addresses of files may carry more than we know. See docs/decisions/0045-parameters-by-the-document.md.
 */
export function registerParameters(app: FastifyInstance, operations: () => readonly Operation[]): void {
  let known: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  app.addHook('onRequest', async (request) => {
    const { method, url = '' } = request.routeOptions;
    known ??= new Map(operations().flatMap(knownTo));
    const names = method === 'GET' || method === 'HEAD' ? known.get(url) : undefined;
    const errors: Record<string, string[]> = Object.create(null); // a parameter may be called `constructor`
    for (const [name, value] of Object.entries((request.query ?? {}) as Record<string, unknown>)) {
      if (names && !names.has(name)) errors[name] = [message('unknown_parameter')];
      if (![name, value].flat().every(isStorable)) errors[name] = [message('nul')];
    }
    if (Object.keys(errors).length === 0) return;
    const refuse = async () => {
      throw invalid(errors);
    };
    // A user who is no longer signed in is told that, and nothing else.
    await (request.signedIn ? withActor(request, refuse) : refuse());
  });
}

const isStorable = (value: unknown): boolean =>
  typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed());

/** The names that a read takes. Calls with filters judge their parameters themselves: their columns reach further than is described. */
function knownTo({ path, method, operation }: Operation): [url: string, names: ReadonlySet<string>][] {
  const names = (operation.parameters ?? []).flatMap((p) => (p.in === 'query' ? [p.name] : []));
  const isJudged = names.some((name) => name.startsWith('filter'));
  return method === 'get' && /^\/(?:api|integration)\//.test(path) && !isJudged
    ? [[path.replace(/\{(\w+)\}/g, ':$1'), new Set(names)]]
    : [];
}
