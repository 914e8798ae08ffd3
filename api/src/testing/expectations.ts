import { type Field, type FieldKind, MONEY_SCALE, type ResourceDefinition } from '@innkeeper/contract';
import { expect } from 'vitest';
import { sanitiseRichText } from '../platform/rich-text/sanitise.ts';
import { parseBody } from './responses.ts';
import type { Reply } from './call.ts';
import type { Input } from './inputs.ts';

export interface ErrorResponse {
  readonly error: string;
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly more_errors?: number;
  readonly current?: unknown;
  readonly request_id: string;
}

/** Expects an error in the contract's only shape; returns it. */
export function expectError(reply: Reply<unknown>, status: number, code?: string): ErrorResponse {
  expect(reply.status, reply.text).toBe(status);
  expect(reply.headers['content-type']).toMatch(/^application\/json/);
  const body = parseBody(reply) as ErrorResponse; // the next lines check it
  expect(
    Object.keys(body).filter(
      (key) => !['error', 'message', 'errors', 'more_errors', 'request_id', 'current'].includes(key),
    ),
  ).toEqual([]);
  expect(body.message).toMatch(/\S/);
  expect(body.message).not.toMatch(/\{\w+\}|\[object/);
  expect(body.request_id).toMatch(/^[\w-]{8,}$/);
  for (const [field, texts] of Object.entries(body.errors ?? {})) {
    expect(texts.length, field).toBeGreaterThan(0);
    // `ids` lists the ids that a bulk call could not process; everything else is a sentence.
    for (const text of texts) expect(text, field).toMatch(field === 'ids' ? /^\d+$|\s/ : /\s|!$/);
  }
  if (code !== undefined) expect(body.error, reply.text).toBe(code);
  return body;
}

/** Expects a 422 about exactly these fields. */
export function expectInvalid(reply: Reply<unknown>, ...fields: readonly string[]): ErrorResponse {
  const body = expectError(reply, 422, 'validation_failed');
  expect(Object.keys(body.errors ?? {}).sort(), reply.text).toEqual([...fields].sort());
  return body;
}

const padDecimals = (text: string, scale: number): string => {
  const [integerDigits = '', decimals = ''] = text.split('.');
  return `${integerDigits}.${decimals.padEnd(scale, '0')}`;
};

/** The address of a record's picture, without the signature. */
const STORED_FILE_URL = /^\/storage\/[0-9a-f]{32}\.webp$/;

/** The value that a read returns after this value was written. */
const toStoredValue: Partial<Record<FieldKind, (value: unknown, f: Field) => unknown>> = {
  text: (v, f) => (f.kind === 'text' && f.upper ? String(v).toUpperCase() : v),
  decimal: (v, f) => padDecimals(String(v), f.kind === 'decimal' ? f.scale : 0),
  money: (v) => padDecimals(String(v), MONEY_SCALE),
  editor: (v) => sanitiseRichText(String(v)),
  file: () => expect.stringMatching(STORED_FILE_URL),
  references: (v) => [...(v as readonly number[])].sort((a, b) => a - b), // inputs.ts creates lists of ids
};

/** The fields that a record must show after this input was written; secrets are excluded. */
export function toReadForm(d: ResourceDefinition, input: Input): Input {
  const readableFields = Object.entries(input).filter(([name]) => d.fields[name]?.kind !== 'secret');
  return Object.fromEntries(
    readableFields.map(([name, value]) => {
      const f = d.fields[name];
      return [name, f && value !== null ? (toStoredValue[f.kind]?.(value, f) ?? value) : value];
    }),
  );
}
