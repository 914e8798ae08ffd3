import { message } from '@innkeeper/contract';
import type { FastifyInstance } from 'fastify';
import { withActor } from '../../access/authenticate.ts';
import { invalid } from '../../platform/http/api-error.ts';
import type { Operation } from './document.ts';

/**
 * The query of a read must match the document, or a 422 names the parameter: a misspelt parameter must not pass as a
 * missing one. In every call, the query must be storable text: no NUL and no unpaired surrogate. Signed file URLs may
 * carry unknown parameters. See docs/decisions/0045-accept-only-the-query-parameters-in-the-openapi-document.md.
 */
export function registerParameters(app: FastifyInstance, operations: () => readonly Operation[]): void {
  let known: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  app.addHook('onRequest', async (request) => {
    const { method, url = '' } = request.routeOptions;
    known ??= new Map(operations().flatMap(knownParameters));
    const names = method === 'GET' || method === 'HEAD' ? known.get(url) : undefined;
    const errors: Record<string, string[]> = Object.create(null); // a parameter may be called `constructor`
    for (const [name, value] of Object.entries((request.query ?? {}) as Record<string, unknown>)) {
      if (names && !names.has(name)) errors[name] = [message('unknown_parameter')];
      if (![name, value].flat().every(isStorable)) errors[name] = [message('nul')];
    }
    if (Object.keys(errors).length === 0) return;
    const reject = async () => {
      throw invalid(errors);
    };
    // A user who is no longer signed in gets a 401 and no details.
    await (request.authentication ? withActor(request, reject) : reject());
  });
}

const isStorable = (value: unknown): boolean =>
  typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed());

/**
 * The parameter names that a read accepts. Calls with filters validate their own parameters, since they accept more
 * columns than are documented.
 */
function knownParameters({ path, method, operation }: Operation): [url: string, names: ReadonlySet<string>][] {
  const names = (operation.parameters ?? []).flatMap((p) => (p.in === 'query' ? [p.name] : []));
  const hasFilters = names.some((name) => name.startsWith('filter'));
  return method === 'get' && /^\/(?:api|integration)\//.test(path) && !hasFilters
    ? [[path.replace(/\{(\w+)\}/g, ':$1'), new Set(names)]]
    : [];
}
