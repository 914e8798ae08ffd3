import { hash } from 'node:crypto';
import type { ResourceDefinition } from '@innkeeper/contract';
import { createSigningSecret, createToken } from '../../access/token.ts';
import type { Values } from './resource-hooks.ts';

/*
 * Tokens with which machines sign in. If a request sends none, one is generated and returned only in that response; the
 * database stores its hash.
 */

/** The field of a resource that holds a token. */
export const tokenField = (d: ResourceDefinition): string | undefined =>
  Object.entries(d.fields).find(([, f]) => f.kind === 'secret' && f.token)?.[0];

/** Generates a token for a record that has none; empty for a resource without tokens. */
export function issueToken(d: ResourceDefinition, columns: Values): Readonly<Record<string, string>> {
  const name = tokenField(d);
  if (name === undefined || typeof columns[name] === 'string') return {};
  return { [name]: isSigningToken(d, name) ? createSigningSecret() : createToken('integration') };
}

/** Whether a token signs outgoing messages, and so must be stored in plain text. */
const isSigningToken = (d: ResourceDefinition, name: string): boolean => {
  const f = d.fields[name];
  return f?.kind === 'secret' && f.signsMessages === true;
};

/** The stored form of a token, by which it is found. Tokens are random, so a fast hash is safe. */
export const toStoredToken = (d: ResourceDefinition, name: string, token: string): string =>
  isSigningToken(d, name) ? token : hash('sha256', token);
