import { type CallDefinition, jsonSchemaOf } from '@innkeeper/contract/calls';
import { fieldErrors } from '@innkeeper/contract/schemas';
import type { FastifyRequest } from 'fastify';
import { type Body, isObject } from '../../platform/http/body.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import { parseJsonField } from '../../platform/http/json.ts';
import { assertNotCallName } from '../resources/routes.ts';

type Values = Readonly<Record<string, unknown>>;

/** The path parameters. Throws a 404 for an invalid value, a 405 if the name of a call takes the place of an id. */
export function parsePath({ path = {} }: CallDefinition, request: FastifyRequest): Values {
  const { params: pathParams } = request;
  const input = isObject(pathParams) ? pathParams : {};
  return Object.fromEntries(
    Object.entries(path).map(([name, { label, schema }]) => {
      const value = String(input[name]);
      if (name === 'id') assertNotCallName(request, value);
      const parsed = schema.safeParse(value);
      if (!parsed.success) throw apiError('record_not_found', { params: { label, id: value.slice(0, 40) } });
      return [name, parsed.data];
    }),
  );
}

/** The query parameters. Throws one 422 with all invalid ones; unknown ones have been rejected already. */
export function parseQuery({ query }: CallDefinition, request: FastifyRequest): Values {
  if (!query) return {};
  const parsed = query.safeParse(request.query);
  if (!parsed.success) throw validationError(fieldErrors(parsed.error));
  return parsed.data;
}

/** The fields of a body. Throws one 422 with all invalid ones. */
export function parseBody(call: CallDefinition, body: Body | undefined): Values {
  if (!call.body || !body) return {};
  const parsed = call.body.safeParse(body.isForm ? parseFormValue(call.body, body.values) : body.values);
  if (parsed.success) return parsed.data;
  const errors = Object.entries(fieldErrors(parsed.error));
  const prefix = `${call.unwrappedField}.`;
  throw validationError(
    Object.fromEntries(
      errors.map(([name, messages]) => [name.startsWith(prefix) ? name.slice(prefix.length) : name, messages]),
    ),
  );
}

/**
 * Converts form text to JSON values; empty text becomes null. Text that cannot be converted is left for validation to
 * reject.
 */
function parseFormValue(schema: NonNullable<CallDefinition['body']>, values: Values): Values {
  const properties = jsonSchemaOf(schema, 'input').properties;
  const typesOf = (name: string): readonly unknown[] => {
    const property = isObject(properties) ? properties[name] : undefined;
    return isObject(property) ? [property.type].flat() : [];
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      if (value === '') return [name, null];
      const types = typesOf(name);
      if (types.includes('integer')) return [name, /^-?\d+$/.test(value) ? Number(value) : value];
      return [name, types.includes('object') || types.includes('array') ? parseJsonField(value) : value];
    }),
  );
}
