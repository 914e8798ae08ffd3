import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Prefixes by which people and secret scanners recognise a leaked token. */
const PREFIX = { access: 'ink_at_', refresh: 'ink_rt_', passwordReset: 'ink_pr_', integration: 'ink_it_' } as const;

/** A new random token: prefix and 32 bytes as base64url. Only its hash is stored. */
export const createToken = (kind: keyof typeof PREFIX): string => PREFIX[kind] + randomBytes(32).toString('base64url');

/**
 * The token derived from another token and a salt of 32 random bytes. It can be derived again only by a caller who
 * presents the other token, and only while the salt is stored; neither alone is enough.
 */
export const deriveToken = (kind: keyof typeof PREFIX, from: string, salt: Buffer): string =>
  PREFIX[kind] + createHmac('sha256', from).update(kind).update(salt).digest('base64url');

/** A new secret for signing messages, in the format of Standard Webhooks: 32 bytes. */
export const createSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The stored hash, used to look up a token. Tokens are random, so a fast hash is safe. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The token of an `Authorization: Bearer …` header. */
export const readBearer = (header: string | undefined): string | undefined =>
  /^Bearer +([\w.~+/-]+=*) *$/i.exec(header ?? '')?.[1];
