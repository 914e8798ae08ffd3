import { resources } from '@innkeeper/contract';
import type { Example } from '../engine/openapi/examples.ts';
import type { Described, Document } from './document.ts';
import { type Schema, resolve, valueFaults } from './json-schema.ts';

/** The places in which an example is not as its call is described. */
export function exampleFaults({ operation }: Described, example: Example | undefined, document: Document): string[] {
  if (!example) return ['There is no example'];
  const { parameters = [], requestBody, responses } = operation;
  const { path = {}, query = {}, body, status, answer } = example;
  const at: Readonly<Record<string, Readonly<Record<string, string>>>> = { path, query };
  const missing = parameters.filter((p) => p.required && at[p.in] && !Object.hasOwn(at[p.in] ?? {}, p.name));
  const known = new Set(parameters.filter((p) => p.in === 'query').map((p) => p.name));
  const unknown = Object.keys(query).filter((name) => !known.has(name) && !known.has(cut(name)));
  const taken = Object.values(requestBody?.content ?? {})[0]?.schema;
  const answered = responses[status]?.content?.['application/json']?.schema;
  return [
    ...missing.map(({ name }) => `${name} is missing`),
    ...unknown.map((name) => `${name} is no parameter`),
    ...(requestBody?.required && body === undefined ? ['The body is missing'] : []),
    ...(taken && body !== undefined ? valueFaults(body, taken, document, 'body') : []),
    ...(body !== undefined && !taken ? ['There is a body'] : []),
    ...(responses[status] ? [] : [`${status} is not described`]),
    ...(answered ? valueFaults(answer, answered, document, 'answer') : []),
  ];
}

/** `filter[name][start]` is about `filter[name]`. */
const cut = (name: string): string => name.replace(/\[\w+\]$/, '');

const isObject = (v: unknown): v is Schema => typeof v === 'object' && v !== null && !Array.isArray(v);

/** Whether an example shows every field of its records, and lists with something in them. */
export function isWhole({ operation }: Described, { status, answer }: Example, document: Document): boolean {
  const answered = operation.responses[status]?.content?.['application/json']?.schema;
  return answered === undefined || showsAll(answer, answered, document);
}

function showsAll(value: unknown, schema: Schema, document: Document): boolean {
  if (typeof schema.$ref === 'string') {
    const { properties } = resolve(schema.$ref, document) ?? {};
    const isRecord = Object.hasOwn(resources, schema.$ref.split('/').at(-1) ?? '');
    if (!isRecord || !isObject(properties) || !isObject(value)) return true;
    return Object.entries(properties).every(([name, said]) => Object.hasOwn(value, name) || isShownOnce(said));
  }
  if (Array.isArray(value) && isObject(schema.items))
    return value.length > 0 && showsAll(value[0], schema.items, document);
  const { data } = isObject(schema.properties) ? schema.properties : {};
  return !isObject(value) || !isObject(data) || showsAll(value.data, data, document);
}
const isShownOnce = (said: unknown): boolean =>
  isObject(said) && typeof said.description === 'string' && said.description.startsWith('Only in the answer');
