import type { FastifyInstance } from 'fastify';
import { call } from './call.ts';
import { type Schema, resolveRef } from './json-schema.ts';

/** The served OpenAPI document, for tests that walk it. */

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
  readonly required?: boolean;
  readonly example?: unknown;
}
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { schema: Schema; example?: unknown }>>;
  };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}
export type Document = Schema & {
  readonly openapi: string;
  readonly servers: readonly { url: string }[];
  readonly tags: readonly { name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** One call of the document. */
export interface DescribedOperation {
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly operation: Operation;
}

export async function readDocument(app: FastifyInstance): Promise<Document> {
  return (await call<Document>(app, null, 'GET', '/openapi.json')).body;
}

export const callsOf = (document: Document): readonly DescribedOperation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method: method.toUpperCase() as DescribedOperation['method'], // the document has only these methods, in lower case
      operation,
    })),
  );

/** The schema of a call's body, regardless of its content type. */
export const findBodySchema = ({ operation }: DescribedOperation, document: Document): Schema | undefined => {
  const [first] = Object.values(operation.requestBody?.content ?? {});
  return first && resolveSchema(first.schema, document);
};

export const resolveSchema = (schema: Schema, document: Document): Schema =>
  typeof schema.$ref === 'string' ? (resolveRef(schema.$ref, document) ?? {}) : schema;
