import { message } from '@innkeeper/contract';
import type { FastifyInstance } from 'fastify';
import { withActor } from '../../access/authenticate.ts';
import { validationError } from '../../platform/http/api-error.ts';
import type { Operation } from './document.ts';

/**
 * Rejects query parameters of a read that are not in the document with a 422, so that a misspelt parameter is not taken
 * for a missing one. In every call, the query must be storable text: no NUL and no unpaired surrogate. Signed file URLs
 * may carry unknown parameters. See docs/decisions/0045-accept-only-the-query-parameters-in-the-openapi-document.md.
 */
export function registerParameters(app: FastifyInstance, operations: () => readonly Operation[]): void {
  let parametersByUrl: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  app.addHook('onRequest', async (request) => {
    const { method, url = '' } = request.routeOptions;
    parametersByUrl ??= new Map(operations().flatMap(acceptedParameters));
    const names = method === 'GET' || method === 'HEAD' ? parametersByUrl.get(url) : undefined;
    const errors: Record<string, string[]> = Object.create(null); // a parameter may be called `constructor`
    for (const [name, value] of Object.entries((request.query ?? {}) as Record<string, unknown>)) {
      if (names && !names.has(name)) errors[name] = [message('unknown_parameter')];
      if (![name, value].flat().every(isStorable)) errors[name] = [message('nul')];
    }
    if (Object.keys(errors).length === 0) return;
    const throwInvalid = async () => {
      throw validationError(errors);
    };
    // A user who is no longer signed in gets a 401 and no details.
    await (request.authentication ? withActor(request, throwInvalid) : throwInvalid());
  });
}

const isStorable = (value: unknown): boolean =>
  typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed());

/**
 * The parameter names that a read accepts. Calls with filters are left out: they accept more columns than are
 * documented and validate their parameters themselves.
 */
function acceptedParameters({ path, method, operation }: Operation): [url: string, names: ReadonlySet<string>][] {
  const names = (operation.parameters ?? []).flatMap((p) => (p.in === 'query' ? [p.name] : []));
  const hasFilters = names.some((name) => name.startsWith('filter'));
  return method === 'get' && /^\/(?:api|integration)\//.test(path) && !hasFilters
    ? [[path.replace(/\{(\w+)\}/g, ':$1'), new Set(names)]]
    : [];
}
