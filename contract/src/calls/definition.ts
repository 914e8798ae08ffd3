import type { z } from 'zod';
import type { Label } from '../texts/label.ts';

/** A path parameter. A value that fails its schema names a missing record: the response is a 404 with this label. */
interface PathValue {
  readonly label: Label;
  readonly schema: z.ZodType;
}

/**
 * A call that does not belong to a resource, by its method and path: `'GET /api/work_list/{key}'`. It is the source of
 * the server's route and validation, the OpenAPI document, the console's request types and the response tests. See
 * docs/decisions/0050-define-calls-as-data-without-a-library.md.
 */
export interface CallDefinition {
  /** As clients generated from the document call it, such as `refundSale`. Unique among all calls. */
  readonly name: string;
  /** The call's group in the document. */
  readonly tag: string;
  readonly summary: Label;
  /** Additional description. The required permissions are added automatically. */
  readonly description?: string;
  /**
   * Any one of these codes grants access; this is checked before the body is read. Without codes, every signed-in user
   * has access.
   */
  readonly rights: readonly string[];
  /** Path parameters by their name in the braces of the path. */
  readonly path?: Readonly<Record<string, PathValue>>;
  readonly query?: z.ZodObject;
  /** JSON or a form. An unknown field is rejected with 422. If it has `dry_run`, a dry run writes and locks nothing. */
  readonly body?: z.ZodObject;
  /** Maximum number of property names in the body, counted over all levels, if the usual 500 are not enough. */
  readonly names?: number;
  /** A body field that is an object: its errors are keyed by their own names, without the name of this field. */
  readonly unwrappedField?: string;
  /**
   * An example request for the document; without it, one is generated from the schemas. A test sends the examples of
   * hotels' own systems exactly as written here.
   */
  readonly example?: {
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
  /** The whole body of the response. */
  readonly response: z.ZodType;
  /** 200 by default. */
  readonly status?: 201;
  /** A write that may be a repeat of an earlier one: it then returns 200 and the existing record. */
  readonly returnsExisting?: true;
  /** A write that may need an approval: it is then stored, and returns 202 and this body. */
  readonly held?: z.ZodType;
  /** Error statuses besides 401, 403, the 404 of a path and the 422 of a query or body. */
  readonly rejections?: readonly number[];
  /**
   * A write in one transaction, idempotent by its Idempotency-Key. `version`: it is rejected if the record has changed
   * since.
   */
  readonly write?: 'idempotent' | 'version';
  /** A frequent write of few records: each connection plans its statements only once. */
  readonly reusesPlans?: true;
}

type Method = 'GET' | 'POST' | 'DELETE';
export type Calls = Readonly<Record<`${Method} /${string}`, CallDefinition>>;

/** JSON of this type, readonly at every level. */
export type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T;
/** The JSON of a schema as its reader receives it, readonly. */
export type JsonOf<S extends z.ZodType> = Immutable<z.output<S>>;

export type ResponseOf<C extends CallDefinition> = JsonOf<C['response']>;
export type PathOf<C extends CallDefinition> = C['path'] extends infer P extends Readonly<Record<string, PathValue>>
  ? { readonly [K in keyof P]: z.output<P[K]['schema']> }
  : unknown;
export type QueryOf<C extends CallDefinition> = C['query'] extends infer Q extends z.ZodObject ? JsonOf<Q> : unknown;
export type BodyOf<C extends CallDefinition> = C['body'] extends infer B extends z.ZodObject ? JsonOf<B> : unknown;

/** A parameter as the console passes it: numbers stay numbers, and null omits it. */
type ParameterInput<T> = string extends T ? string | number | null | undefined : T | Extract<undefined, T>;
/** The request of a call, part by part: path, query and body. */
export type RequestOf<C extends CallDefinition> = (C['path'] extends infer P extends Readonly<Record<string, PathValue>>
  ? { readonly path: { readonly [K in keyof P]: z.output<P[K]['schema']> } }
  : unknown) &
  (C['query'] extends infer Q extends z.ZodObject
    ? { readonly query: { readonly [K in keyof z.input<Q>]: ParameterInput<z.input<Q>[K]> } }
    : unknown) &
  (C['body'] extends infer B extends z.ZodObject ? { readonly body: Immutable<z.input<B>> } : unknown);
