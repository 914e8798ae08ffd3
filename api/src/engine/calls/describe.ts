import { type CallDefinition, type Calls, jsonSchemaOf } from '@innkeeper/contract/calls';
import { response, content, idempotencyHeader, rejections, versionHeader } from '../openapi/parts.ts';
import type { Json } from '../openapi/schemas.ts';

/** The route of a call, as the router writes it: `GET /api/work_list/{key}`. */
export function routeOf(name: string): { readonly method: string; readonly path: string; readonly url: string } {
  const [method = '', path = ''] = name.split(' ');
  return { method, path, url: path.replace(/\{(\w+)\}/g, ':$1') };
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const parameter = (where: 'path' | 'query', name: string, schema: Json, required: boolean, example?: string): Json => {
  const { description, ...rest } = schema;
  return {
    name,
    in: where,
    ...(required && { required }),
    ...(description !== undefined && { description }),
    schema: rest,
    ...(example !== undefined && { example: rest.type === 'integer' ? Number(example) : example }),
  };
};

/** Whether a call belongs to the API for integrations. */
const isForSystems = (path: string): boolean => path.startsWith('/integration/');
const systemKeyHeader: Json = {
  ...idempotencyHeader,
  required: true,
  description:
    'The same key and body within 7 days return the first answer again. Required: without it a write returns 400',
};

function parametersOf({ path = {}, query, write, example }: CallDefinition, isForSystem: boolean): Json[] {
  const inPath = Object.entries(path).map(([name, { schema }]) =>
    parameter('path', name, jsonSchemaOf(schema, 'input'), true),
  );
  const querySchema = query ? jsonSchemaOf(query, 'input') : {};
  const required = Array.isArray(querySchema.required) ? querySchema.required : [];
  const inQuery = Object.entries(isJson(querySchema.properties) ? querySchema.properties : {}).flatMap(
    ([name, schema]) =>
      isJson(schema) ? [parameter('query', name, schema, required.includes(name), example?.query?.[name])] : [],
  );
  return [
    ...inPath,
    ...inQuery,
    ...(write ? [isForSystem ? systemKeyHeader : idempotencyHeader] : []),
    ...(write === 'version' ? [versionHeader] : []),
  ];
}

const describeRights = (rights: readonly string[]): string[] => {
  if (rights.length === 0) return [];
  return [rights.length === 1 ? `Needs ${rights[0]}.` : `Needs any of ${rights.join(', ')}.`];
};

function operationOf(call: CallDefinition, isForSystem: boolean): Json {
  const { tag, summary, description, rights, path, query, body, example, status = 200, rejections: more = [] } = call;
  const parameters = parametersOf(call, isForSystem);
  const rest = [...describeRights(rights), ...(description === undefined ? [] : [description])].join(' ');
  return {
    tags: [tag],
    summary: summary.en,
    'x-summary-id': summary.id,
    ...(rest !== '' && { description: rest }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: content(jsonSchemaOf(body, 'input'), example?.body) },
    }),
    ...(isForSystem && { security: [{ integration: [] }] }),
    responses: {
      ...(call.returnsExisting && { 200: response('Already done', jsonSchemaOf(call.response, 'output')) }),
      ...(call.held && { 202: response('Put on hold for staff to decide', jsonSchemaOf(call.held, 'output')) }),
      [status]: response(summary.en, jsonSchemaOf(call.response, 'output')),
      ...rejections(
        ...(isForSystem && call.write ? [400] : []),
        ...(path ? [404] : []),
        ...(query || body ? [422] : []),
        ...more,
      ),
    },
  };
}

/** Calls as OpenAPI paths, by path and method. */
export function callPaths(calls: Calls): Json {
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries<CallDefinition>(calls)) {
    const { method, path } = routeOf(name);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(call, isForSystems(path)) };
  }
  return paths;
}
