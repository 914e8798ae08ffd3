import type { Language } from '@innkeeper/contract';
import type { CallDefinition } from '@innkeeper/contract/calls';
import type { FastifyRequest } from 'fastify';
import { apiError } from '../../platform/http/api-error.ts';
import type { WriteContext } from '../resources/resource-hooks.ts';
import { parseBody } from './parse-request.ts';
import { type AnyHandler, toJsonText } from './register.ts';

/** A call that was stored to run later, for example after an approval. */
export interface StoredCall {
  readonly path: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly timeZone: string;
}

/**
 * Runs a stored call as the context's actor, with the handler of the direct call. Returns the response as JSON text.
 */
export async function runStoredCall(
  call: CallDefinition,
  work: unknown,
  { path, body, timeZone }: StoredCall,
  {
    context,
    language,
    request,
  }: { readonly context: WriteContext; readonly language: Language; readonly request: FastifyRequest },
): Promise<string> {
  const rawBody = { isForm: false, values: body, files: {} };
  const pathEntries = Object.entries(call.path ?? {}).map(([name, { label, schema }]) => {
    const parsed = schema.safeParse(String(path[name]));
    if (!parsed.success) throw apiError('record_not_found', { params: { label, id: String(path[name]).slice(0, 40) } });
    return [name, parsed.data] as const;
  });
  const callInput = {
    actor: context.actor,
    path: Object.fromEntries(pathEntries),
    query: {},
    body: parseBody(call, rawBody),
    language,
    now: context.now,
    timeZone,
    request,
    context,
    rawBody,
    version: undefined,
  };
  // `Handlers` has checked the type. The call's definition validates the request.
  return toJsonText(await (work as AnyHandler)(callInput));
}
