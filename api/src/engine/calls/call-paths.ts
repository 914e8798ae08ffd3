import { type CallDefinition, type Calls, jsonSchemaOf } from '@innkeeper/contract/calls';
import { jsonResponse, jsonContent, idempotencyHeader, errorResponses, versionHeader } from '../openapi/parts.ts';
import type { Json } from '../openapi/schemas.ts';

/** Splits the name of a call, such as `GET /api/work_list/{key}`, into method, path and the router's URL. */
export function parseRoute(name: string): { readonly method: string; readonly path: string; readonly url: string } {
  const [method = '', path = ''] = name.split(' ');
  return { method, path, url: path.replace(/\{(\w+)\}/g, ':$1') };
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const createParameter = (
  location: 'path' | 'query',
  name: string,
  schema: Json,
  required: boolean,
  example?: string,
): Json => {
  const { description, ...valueSchema } = schema;
  return {
    name,
    in: location,
    ...(required && { required }),
    ...(description !== undefined && { description }),
    schema: valueSchema,
    ...(example !== undefined && { example: valueSchema.type === 'integer' ? Number(example) : example }),
  };
};

/** Whether a call belongs to the API for integrations. */
const isIntegrationPath = (path: string): boolean => path.startsWith('/integration/');
const integrationKeyHeader: Json = {
  ...idempotencyHeader,
  required: true,
  description:
    'The same key and body within 7 days return the first answer again. Required: without it a write returns 400',
};

export function describeParameters(
  { path = {}, query, write, example }: CallDefinition,
  isIntegration: boolean,
): Json[] {
  const pathParameters = Object.entries(path).map(([name, { schema }]) =>
    createParameter('path', name, jsonSchemaOf(schema, 'input'), true),
  );
  const querySchema = query ? jsonSchemaOf(query, 'input') : {};
  const required = Array.isArray(querySchema.required) ? querySchema.required : [];
  const queryParameters = Object.entries(isJson(querySchema.properties) ? querySchema.properties : {}).flatMap(
    ([name, schema]) =>
      isJson(schema) ? [createParameter('query', name, schema, required.includes(name), example?.query?.[name])] : [],
  );
  return [
    ...pathParameters,
    ...queryParameters,
    ...(write ? [isIntegration ? integrationKeyHeader : idempotencyHeader] : []),
    ...(write === 'version' ? [versionHeader] : []),
  ];
}

const describeRights = (rights: readonly string[]): string[] => {
  if (rights.length === 0) return [];
  return [rights.length === 1 ? `Needs ${rights[0]}.` : `Needs any of ${rights.join(', ')}.`];
};

function describeOperation(call: CallDefinition, isIntegration: boolean): Json {
  const {
    name,
    tag,
    summary,
    description,
    rights,
    path,
    query,
    body,
    example,
    status = 200,
    rejections: extraStatuses = [],
  } = call;
  const parameters = describeParameters(call, isIntegration);
  const text = [...describeRights(rights), ...(description === undefined ? [] : [description])].join(' ');
  return {
    operationId: name,
    tags: [tag],
    summary: summary.en,
    'x-summary-id': summary.id,
    ...(text !== '' && { description: text }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: jsonContent(jsonSchemaOf(body, 'input'), example?.body) },
    }),
    ...(isIntegration && { security: [{ integration: [] }] }),
    responses: {
      ...(call.returnsExisting && { 200: jsonResponse('Already done', jsonSchemaOf(call.response, 'output')) }),
      ...(call.held && { 202: jsonResponse('Put on hold for staff to decide', jsonSchemaOf(call.held, 'output')) }),
      [status]: jsonResponse(summary.en, jsonSchemaOf(call.response, 'output')),
      ...errorResponses(
        ...(isIntegration && call.write ? [400] : []),
        ...(path ? [404] : []),
        ...(query || body ? [422] : []),
        ...extraStatuses,
      ),
    },
  };
}

/** Calls as OpenAPI paths, by path and method. */
export function callPaths(calls: Calls): Json {
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries<CallDefinition>(calls)) {
    const { method, path } = parseRoute(name);
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(call, isIntegrationPath(path)) };
  }
  return paths;
}
