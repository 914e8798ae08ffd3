import { errors } from '@innkeeper/contract';
import { type Json, id, objectSchema, textSchema } from './schemas.ts';

/** Building blocks of every operation. */
export const schemaRef = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
export const jsonContent = (schema: Json, example?: Json): Json => ({
  'application/json': { schema, ...(example && { example }) },
});
export const jsonResponse = (description: string, schema: Json, example?: Json): Json => ({
  description,
  content: jsonContent(schema, example),
});
/** A response with `data`. */
export const dataResponse = (description: string, data: Json): Json =>
  jsonResponse(description, objectSchema({ data }, { required: ['data'] }));
const errorCodesOf = (status: number): string =>
  Object.entries(errors)
    .filter(([, e]) => e.status === status)
    .map(([code]) => code)
    .join(', ');
/** The error responses of a call, and by `default` those of every call. */
export const errorResponses = (...statuses: readonly number[]): Json => ({
  ...Object.fromEntries(
    [401, 403, ...statuses].map((status) => [
      status,
      { description: errorCodesOf(status), content: jsonContent(schemaRef('error')) },
    ]),
  ),
  default: { $ref: '#/components/responses/unexpected' },
});
/** `components.responses` of the document. */
export const sharedResponses: Json = {
  unexpected: {
    description: `Any other error: ${errorCodesOf(429)} (429), ${errorCodesOf(503)} (503), ${errorCodesOf(500)} (500). 429 and 503 have Retry-After: repeat the call after so many seconds, with the same Idempotency-Key if it writes.`,
    headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds, with 429 and 503' } },
    content: jsonContent(schemaRef('error')),
  },
};

export const queryParameter = (name: string, schema: Json, description?: string): Json => ({
  name,
  in: 'query',
  schema,
  ...(description && { description }),
});
export const headerParameter = (name: string, description: string): Json => ({
  name,
  in: 'header',
  schema: textSchema,
  description,
});
export const idParameter: Json = { name: 'id', in: 'path', required: true, schema: id };
export const idempotencyHeader = headerParameter(
  'Idempotency-Key',
  'The same key and body within 24 hours return the first answer again',
);
export const versionHeader = headerParameter(
  'If-Unmodified-Since-Version',
  'Version known to the caller; returns 409 stale_record if the record has changed since',
);
