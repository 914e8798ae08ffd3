import type { z } from 'zod';
import type { Label } from '../label.ts';

/** A value in a path. One that its schema does not take names a record that is not there: a 404 with this label. */
interface PathValue {
  readonly label: Label;
  readonly schema: z.ZodType;
}

/**
 * A call that no resource brings, under its method and path: `'GET /api/work_list/{key}'`. The server's route, its checks, the
 * OpenAPI document, the types of the console's requests and the tests of its answers follow from it.
 * See docs/decisions/0050-calls-as-data.md.
 */
export interface CallDefinition {
  /** The group of the call in the document. */
  readonly tag: string;
  readonly summary: Label;
  /** Further description. The rights are told without it. */
  readonly description?: string;
  /** Codes, any of which opens it, asked before a byte of a body is read. None: it is open to every signed-in user. */
  readonly rights: readonly string[];
  /** By the names in the braces of the path. */
  readonly path?: Readonly<Record<string, PathValue>>;
  readonly query?: z.ZodObject;
  /** JSON or a form. A field that it does not have is a 422. With `dry_run` in it, a write that is only asked about writes and holds nothing. */
  readonly body?: z.ZodObject;
  /** Names that the body may have at all levels together, where it needs more than the 500 of every other request. */
  readonly names?: number;
  /** A field of the body that is an object: errors inside are told under their own names, without this one. */
  readonly unwrapped?: string;
  /** A request that the document shows in the place of one made from the schemas. A test makes those of hotels' own systems as they stand here. */
  readonly example?: {
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
  /** The whole body of the answer. */
  readonly answer: z.ZodType;
  /** 200 where nothing is said. */
  readonly status?: 201;
  /** A write that may find its work done: it answers 200 then, and the record. */
  readonly mayBeDone?: true;
  /** A write that may keep its work for somebody to decide about: it answers 202 then, and this. */
  readonly held?: z.ZodType;
  /** Statuses of refusals beside 401, 403, the 404 of a path and the 422 of a query or body. */
  readonly refusals?: readonly number[];
  /** A write: one transaction, done once for its Idempotency-Key. `version`: refused when the record was changed since. */
  readonly write?: 'once' | 'version';
  /** A write of one record, made over and over: each connection plans its statements once. */
  readonly keepsPlans?: true;
}

type Method = 'GET' | 'POST' | 'DELETE';
export type Calls = Readonly<Record<`${Method} /${string}`, CallDefinition>>;

/** JSON of this type, as its reader sees it. */
export type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T;
/** The JSON of a schema, as its reader gets it. */
export type Read<S extends z.ZodType> = Immutable<z.output<S>>;

export type AnswerOf<C extends CallDefinition> = Read<C['answer']>;
export type PathOf<C extends CallDefinition> = C['path'] extends infer P extends Readonly<Record<string, PathValue>>
  ? { readonly [K in keyof P]: z.output<P[K]['schema']> }
  : unknown;
export type QueryOf<C extends CallDefinition> = C['query'] extends infer Q extends z.ZodObject ? Read<Q> : unknown;
export type BodyOf<C extends CallDefinition> = C['body'] extends infer B extends z.ZodObject ? Read<B> : unknown;

/** A parameter as the console gives it: numbers need not be written as text, and null leaves it out. */
type Given<T> = string extends T ? string | number | null | undefined : T | Extract<undefined, T>;
/** The request of the call, part by part. */
export type RequestOf<C extends CallDefinition> = (C['path'] extends infer P extends Readonly<Record<string, PathValue>>
  ? { readonly path: { readonly [K in keyof P]: z.output<P[K]['schema']> } }
  : unknown) &
  (C['query'] extends infer Q extends z.ZodObject
    ? { readonly query: { readonly [K in keyof z.input<Q>]: Given<z.input<Q>[K]> } }
    : unknown) &
  (C['body'] extends infer B extends z.ZodObject ? { readonly body: Immutable<z.input<B>> } : unknown);
