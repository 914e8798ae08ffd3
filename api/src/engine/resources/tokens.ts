import { hash } from 'node:crypto';
import type { ResourceDefinition } from '@innkeeper/contract';
import { createSigningSecret, createToken } from '../../access/token.ts';
import type { Values } from './resource-hooks.ts';

/*
 * Tokens that machines sign in with. If a request sends none, one is generated here and included in that response only;
 * afterwards only its hash is stored. A client that sends its own token knows it already.
 */

/** The field of a resource that holds a token. */
export const tokenField = (d: ResourceDefinition): string | undefined =>
  Object.entries(d.fields).find(([, f]) => f.kind === 'secret' && f.token)?.[0];

/** Generates a token for a record that has none; empty for a resource without tokens. */
export function issueToken(d: ResourceDefinition, columns: Values): Readonly<Record<string, string>> {
  const name = tokenField(d);
  if (name === undefined || typeof columns[name] === 'string') return {};
  return { [name]: isSigning(d, name) ? createSigningSecret() : createToken('integration') };
}

/** Whether a token signs outgoing messages, and so must be stored in plain text. */
const isSigning = (d: ResourceDefinition, name: string): boolean => {
  const f = d.fields[name];
  return f?.kind === 'secret' && f.signsMessages === true;
};

/** The stored form of a token, by which it is found. Tokens are random, so a fast hash is safe. */
export const storedToken = (d: ResourceDefinition, name: string, token: string): string =>
  isSigning(d, name) ? token : hash('sha256', token);
