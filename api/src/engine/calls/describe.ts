import { type CallDefinition, type Calls, jsonSchemaOf } from '@innkeeper/contract/calls';
import { answer, content, onceHeader, refusals, versionHeader } from '../openapi/parts.ts';
import type { Json } from '../openapi/schemas.ts';

/** `GET /api/work_list/{key}` as the router writes it. */
export function routeOf(name: string): { readonly method: string; readonly path: string; readonly url: string } {
  const [method = '', path = ''] = name.split(' ');
  return { method, path, url: path.replace(/\{(\w+)\}/g, ':$1') };
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const parameter = (where: 'path' | 'query', name: string, schema: Json, required: boolean, example?: string): Json => {
  const { description, ...said } = schema;
  return {
    name,
    in: where,
    ...(required && { required }),
    ...(description !== undefined && { description }),
    schema: said,
    ...(example !== undefined && { example: said.type === 'integer' ? Number(example) : example }),
  };
};

/** Whether a call is of the API for hotels' own systems. */
const isForSystems = (path: string): boolean => path.startsWith('/integration/');
const systemKeyHeader: Json = {
  ...onceHeader,
  required: true,
  description: 'The same key and body within 7 days get the first answer again; without one a write is a 400',
};

function parametersOf({ path = {}, query, write, example }: CallDefinition, isForSystem: boolean): Json[] {
  const inPath = Object.entries(path).map(([name, { schema }]) =>
    parameter('path', name, jsonSchemaOf(schema, 'input'), true),
  );
  const asked = query ? jsonSchemaOf(query, 'input') : {};
  const required = Array.isArray(asked.required) ? asked.required : [];
  const inQuery = Object.entries(isJson(asked.properties) ? asked.properties : {}).flatMap(([name, schema]) =>
    isJson(schema) ? [parameter('query', name, schema, required.includes(name), example?.query?.[name])] : [],
  );
  return [
    ...inPath,
    ...inQuery,
    ...(write ? [isForSystem ? systemKeyHeader : onceHeader] : []),
    ...(write === 'version' ? [versionHeader] : []),
  ];
}

const needed = (rights: readonly string[]): string[] => {
  if (rights.length === 0) return [];
  return [rights.length === 1 ? `Needs ${rights[0]}.` : `Needs any of ${rights.join(', ')}.`];
};

function operationOf(call: CallDefinition, isForSystem: boolean): Json {
  const { tag, summary, description, rights, path, query, body, example, status = 200, refusals: more = [] } = call;
  const parameters = parametersOf(call, isForSystem);
  const said = [...needed(rights), ...(description === undefined ? [] : [description])].join(' ');
  return {
    tags: [tag],
    summary: summary.en,
    'x-summary-id': summary.id,
    ...(said !== '' && { description: said }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: content(jsonSchemaOf(body, 'input'), example?.body) },
    }),
    ...(isForSystem && { security: [{ integration: [] }] }),
    responses: {
      ...(call.mayBeDone && { 200: answer('It was done already', jsonSchemaOf(call.answer, 'output')) }),
      ...(call.held && { 202: answer('It was held, for staff to decide about', jsonSchemaOf(call.held, 'output')) }),
      [status]: answer(summary.en, jsonSchemaOf(call.answer, 'output')),
      ...refusals(
        ...(isForSystem && call.write ? [400] : []),
        ...(path ? [404] : []),
        ...(query || body ? [422] : []),
        ...more,
      ),
    },
  };
}

/** Calls as the document describes them, by path and method. */
export function callPaths(calls: Calls): Json {
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries<CallDefinition>(calls)) {
    const { method, path } = routeOf(name);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(call, isForSystems(path)) };
  }
  return paths;
}
