import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiError, apiError } from './api-error.ts';
import { countAllNames } from './json.ts';
import { requestTexts } from '../../texts/requests.ts';

/*
 * Names in a request: object keys at every level, form fields and query parameters. Each costs work and may appear in
 * the response, and a byte limit alone would allow 200,000 of them. They are counted in the text before parsing. See
 * docs/decisions/0079-limit-a-request-to-500-names-and-a-response-to-20-errors.md.
 */

/** More than any form of the console has. Values of a list do not count: a list of 10,000 ids is one name. */
export const MAX_NAMES = 500;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum names in a body of this call, where MAX_NAMES is not enough. */
    names?: number;
  }
}

export const maxNamesOf = ({ routeOptions }: FastifyRequest): number => routeOptions.config.names ?? MAX_NAMES;

/** Rejects a query with too many names before its parameters are parsed. */
export function limitQueries(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { url = '' } }) => {
    const queryStart = url.indexOf('?');
    if (queryStart >= 0 && countFields(url.slice(queryStart)) > MAX_NAMES) throw tooManyNamesError(MAX_NAMES);
  });
}

/** Parses URL-encoded form fields. Throws a 422 before parsing if they have too many names. */
export function parseFields(text: string): Readonly<Record<string, unknown>> {
  const fields = countFields(text);
  if (fields > MAX_NAMES) throw tooManyNamesError(MAX_NAMES);
  const values = parse(text, '&', '=', { maxKeys: 0 });
  const names = Object.values(values)
    .flat()
    .reduce((sum, value) => sum + countNamesInValue(value), fields);
  if (names > MAX_NAMES) throw tooManyNamesError(MAX_NAMES);
  return values;
}

/** The number of names inside a form field's value: a text that begins like JSON may be parsed as JSON. */
export const countNamesInValue = (value: unknown): number =>
  typeof value === 'string' && /^\s*[[{]/.test(value) ? countAllNames(value) : 0;

/** Counts the fields of a URL-encoded form or query, up to just over MAX_NAMES, in one pass over the text. */
function countFields(text: string): number {
  let fields = 1;
  for (let index = text.indexOf('&'); index >= 0 && fields <= MAX_NAMES; index = text.indexOf('&', index + 1))
    fields += 1;
  return fields;
}

export const tooManyNamesError = (max: number): ApiError =>
  apiError('validation_failed', { message: requestTexts.tooManyNames({ max }) });
