import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallDefinition, integrationCalls } from '@innkeeper/contract/calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openApiDocument } from '../document.ts';
import { EXAMPLES_FOLDER, type Example, type Examples, fileOf } from '../engine/openapi/examples.ts';
import { type Described, type Document, bodySchema, callsOf } from './document.ts';
import { exampleFaults, isWhole } from './example-faults.ts';
import type { Schema } from './json-schema.ts';

/** Longer ones are no examples: they are read by people. */
const LONGEST = 6_000;
const SHOWN = 2;

/**
 * With EXAMPLES=1: keeps of each call that has no fitting example, or one that lacks fields, the fullest exchange of a test file for
 * the document. `npm run format` then puts the files into their usual form. See docs/decisions/0067-examples-as-they-ran.md.
 */
export function keepExamples(app: FastifyInstance): void {
  if (!process.env['EXAMPLES']) return;
  const document = openApiDocument() as unknown as Document; // the same document, as tests walk it
  const calls = new Map(callsOf(document).map((call) => [`${call.method} ${call.path}`, call]));
  const found = new Map<Described, Example>();
  const forms = new WeakMap<FastifyRequest, Record<string, unknown>>();
  app.addHook('preHandler', async (request) => {
    if (!request.isMultipart()) return;
    const values: Record<string, unknown> = {};
    forms.set(request, values);
    const parts = request.parts.bind(request);
    request.parts = async function* noted(...args) {
      for await (const part of parts(...args)) {
        const name = part.fieldname.replace(/\[\]$/, '');
        const value = part.type === 'file' ? part.filename : part.value;
        values[name] = name === part.fieldname ? value : [values[name] ?? [], value].flat();
        yield part;
      }
    };
  });
  app.addHook('onSend', async (request, { statusCode }, payload) => {
    const name = `${request.method} ${request.routeOptions.url?.replace(/:(\w+)/g, '{$1}')}`;
    const call = calls.get(name);
    if (!call || (statusCode >= 300 && !isAskedFor(payload))) return;
    const example = exampleOf(call, request, typed(forms.get(request), call, document), statusCode, payload);
    const before = found.get(call);
    if (!isFitting(call, example, document)) return;
    if (!before || worth(call, before, document) < worth(call, example, document)) found.set(call, example);
  });
  app.addHook('onClose', async () => {
    for (const [call, example] of found) keep(call, example, document);
  });
}

/** A call that somebody else has to approve: some do nothing by themselves. */
const isAskedFor = (payload: unknown): boolean =>
  typeof payload === 'string' && payload.startsWith('{"error":"approval_needed"');

const isFitting = (call: Described, example: Example, document: Document): boolean =>
  JSON.stringify(example).length <= LONGEST && exampleFaults(call, example, document).length === 0;

function keep(call: Described, example: Example, document: Document): void {
  const name = `${call.method} ${call.path}`;
  mkdirSync(EXAMPLES_FOLDER, { recursive: true });
  const file = join(EXAMPLES_FOLDER, fileOf(call.path));
  const kept = readFile(file);
  const before = kept[name];
  const isKept = before && exampleFaults(call, before, document).length === 0;
  if (isKept && rank(call, before, document) >= rank(call, example, document)) return;
  const sorted = Object.entries({ ...kept, [name]: example }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

function readFile(file: string): Examples {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Examples; // written above
  } catch {
    return {};
  }
}

function exampleOf(
  { operation }: Described,
  request: FastifyRequest,
  form: unknown,
  status: number,
  payload: unknown,
): Example {
  const query = Object.fromEntries(new URL(request.url, 'http://localhost').searchParams);
  const body = form ?? request.body;
  const answer = typeof payload === 'string' && /^[[{]/.test(payload) ? JSON.parse(payload) : undefined;
  const raw = {
    ...(isFilled(request.params) && { path: request.params }),
    ...(isFilled(query) && { query }),
    ...(operation.requestBody && { body: body ?? {} }),
    status,
    ...(answer !== undefined && { answer }),
  };
  return JSON.parse(JSON.stringify(raw), (name, value: unknown) => {
    if (typeof value === 'string') return SECRET.test(name) ? SAMPLE : steadied(value);
    return Array.isArray(value) ? value.slice(0, SHOWN) : value;
  }) as Example; // made above
}
/** The values of a form as its schema has them: numbers, and nothing, which are texts on the line. */
function typed(form: Record<string, unknown> | undefined, call: Described, document: Document): unknown {
  const properties = (bodySchema(call, document)?.properties ?? {}) as Readonly<Record<string, Schema>>; // a form is an object
  const typedAs = (schema: Schema, value: unknown): unknown => {
    const types = new Set([schema.type].flat());
    if (Array.isArray(value)) return value.map((one: unknown) => typedAs((schema.items ?? {}) as Schema, one));
    if (value === '' && types.has('null')) return null;
    return types.has('integer') && value !== '' ? Number(value) : value;
  };
  return (
    form &&
    Object.fromEntries(Object.entries(form).map(([name, value]) => [name, typedAs(properties[name] ?? {}, value)]))
  );
}
const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

const SECRET = /^((access_|refresh_)?token|secret|password|password_confirmation|current_password)$/;
const SAMPLE = 'sample-of-the-document-0123456789abcdef';

/** Words that tests have for their own purposes, secrets and signatures are others in an example. */
const steadied = (text: string): string =>
  text
    .replaceAll(/T[ée]st (\d+) O'Brien/gi, 'Sample $1')
    .replaceAll(/^whsec_.*$/g, 'whsec_c2FtcGxlLXNlY3JldC1vZi10aGUtZG9jdW1lbnQ=')
    .replaceAll(/^(\/storage\/[^?]+)\?.*$/g, '$1?expires=1779418800&signature=sample');

const definitions: Readonly<Record<string, CallDefinition>> = integrationCalls;

/** A request that was done is a better example than a refused one; then a request like that of the call's definition, and whole records. */
function rank(call: Described, example: Example, document: Document): number {
  const told = definitions[`${call.method} ${call.path}`]?.example ?? example;
  const isAsTold = namesIn(told) === namesIn(example);
  return (example.status < 300 ? 4 : 0) + (isAsTold ? 2 : 0) + (isWhole(call, example, document) ? 1 : 0);
}
const namesIn = ({ query = {}, body = {} }: Pick<Example, 'query' | 'body'>): string =>
  JSON.stringify([Object.keys(query).toSorted(), Object.keys(body).toSorted()]);

/** How much an answer tells, in how few words. */
function worth(call: Described, example: Example, document: Document): number {
  const values = JSON.stringify(example.answer ?? null).match(/":(?!null|\[\]|\{\}|"")/g)?.length ?? 0;
  return 10_000 * rank(call, example, document) + values - JSON.stringify(example).length / 10_000;
}
