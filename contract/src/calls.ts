import type { AnswerOf, RequestOf } from './calls/call.ts';
import { workListCalls } from './calls/work-lists.ts';

/** Every call that no resource brings. The console takes types from here, and nothing else: it would load zod. */
export const calls = { ...workListCalls };
export { workListCalls };

export type CallKey = keyof typeof calls;
/** What the console says with a call. */
export type Request<K extends CallKey> = RequestOf<(typeof calls)[K]>;
/** What it gets back. */
export type Answer<K extends CallKey> = AnswerOf<(typeof calls)[K]>;

export type { AnswerOf, BodyOf, CallDefinition, Calls, PathOf, QueryOf } from './calls/call.ts';
export type { MemberCall, WorkListCount, WorkListMeta, WorkListRow } from './calls/work-lists.ts';
export { jsonSchemaOf } from './calls/json-schema.ts';
