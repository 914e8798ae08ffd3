import type { Language } from '@innkeeper/contract';
import type { CallDefinition } from '@innkeeper/contract/calls';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../platform/http/api-error.ts';
import type { WriteContext } from '../resources/resource-hooks.ts';
import { readBodyOf } from './read.ts';
import { type AnyWork, textOf } from './register.ts';

/** A call stored to be made later. */
export interface StoredCall {
  readonly path: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly timeZone: string;
}

/**
 * Makes a stored call as the context's actor, with the same work as a direct call. Returns the response as JSON text.
 */
export async function runStored(
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
  const ids = Object.entries(call.path ?? {}).map(([name, { label, schema }]) => {
    const parsed = schema.safeParse(String(path[name]));
    if (!parsed.success) throw fail('record_not_found', { params: { label, id: String(path[name]).slice(0, 40) } });
    return [name, parsed.data] as const;
  });
  const callInput = {
    actor: context.actor,
    path: Object.fromEntries(ids),
    query: {},
    body: readBodyOf(call, rawBody),
    language,
    now: context.now,
    timeZone,
    request,
    context,
    rawBody,
    version: undefined,
  };
  // `Handlers` has checked its type; the call's definition validates the request.
  return textOf(await (work as AnyWork)(callInput));
}
