import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from './schemas.ts';

/** The examples of the document: requests that a test once made, and their answers. See docs/decisions/0067-examples-as-they-ran.md. */
export interface Example {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly status: number;
  /** Not there where the answer is a file, or empty. */
  readonly answer?: unknown;
}
/** By method and path: `GET /api/member/{id}`. */
export type Examples = Readonly<Record<string, Example>>;

export const EXAMPLES_FOLDER = join(import.meta.dirname, 'examples');

/** The file that has the examples of a path. */
export const fileOf = (path: string): string =>
  `${path
    .split('/')
    .slice(1, 3)
    .map((part) => part.replaceAll(/[^\w-]/g, ''))
    .filter(Boolean)
    .join('-')}.json`;

export const readExamples = (): Examples =>
  Object.assign(
    {},
    ...readdirSync(EXAMPLES_FOLDER).map((name) => JSON.parse(readFileSync(join(EXAMPLES_FOLDER, name), 'utf8'))),
  ) as Examples; // files that tests write in this shape, and hold against the document

interface Content {
  readonly content?: Readonly<Record<string, Json>>;
}
interface Described {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: Json }[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<number, Content>>;
}
type Items = Readonly<Record<string, Readonly<Record<string, Described>>>>;

/** Gives each call the example that was kept of it. */
export function withExamples<Paths extends Items>(paths: Paths, examples: Examples): Paths {
  const shown = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => {
        const example = examples[`${method.toUpperCase()} ${path}`];
        return [method, example ? withExample(operation, example) : operation];
      }),
    ),
  ]);
  return Object.fromEntries(shown) as Paths; // the same calls, each with more in it
}

function withExample(operation: Described, { path = {}, query = {}, body, status, answer }: Example): Described {
  const { parameters, requestBody, responses } = operation;
  const at = { path, query };
  return {
    ...operation,
    ...(parameters && {
      parameters: parameters.map((one) => {
        const values = one.in === 'path' || one.in === 'query' ? at[one.in] : {};
        const example = exampleIn(values, one.name, one.schema);
        return example === undefined ? one : { ...one, example };
      }),
    }),
    ...(requestBody && body !== undefined && { requestBody: illustrated(requestBody, body) }),
    ...(responses?.[status] &&
      answer !== undefined && { responses: { ...responses, [status]: illustrated(responses[status], answer) } }),
  };
}

const illustrated = (part: Content, example: unknown): Content => ({
  ...part,
  ...(part.content && {
    content: Object.fromEntries(
      Object.entries(part.content).map(([type, said]) => [
        type,
        type.startsWith('text/') ? said : { ...said, example },
      ]),
    ),
  }),
});

/** A parameter as it stood in the address: `filter[name][start]=A` is `{ start: 'A' }` of `filter[name]`. */
function exampleIn(values: Readonly<Record<string, string>>, name: string, schema: Json = {}): unknown {
  const value = values[name];
  if (value !== undefined) return schema.type === 'integer' ? Number(value) : value;
  const parts = Object.entries(values).flatMap(([key, text]) =>
    key.startsWith(`${name}[`) ? [[key.slice(name.length + 1, -1), text]] : [],
  );
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}
