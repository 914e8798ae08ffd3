import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Prefixes by which people and secret scanners recognise a leaked token. */
const TOKEN_PREFIX = {
  access: 'ink_at_',
  refresh: 'ink_rt_',
  passwordReset: 'ink_pr_',
  integration: 'ink_it_',
} as const;

/** A new random token: prefix and 32 bytes as base64url. Only its hash is stored. */
export const createToken = (kind: keyof typeof TOKEN_PREFIX): string =>
  TOKEN_PREFIX[kind] + randomBytes(32).toString('base64url');

/**
 * The token derived from another token and a salt of 32 random bytes. Deriving it again takes both the other token and
 * the stored salt.
 */
export const deriveToken = (kind: keyof typeof TOKEN_PREFIX, sourceToken: string, salt: Buffer): string =>
  TOKEN_PREFIX[kind] + createHmac('sha256', sourceToken).update(kind).update(salt).digest('base64url');

/** A new secret for signing messages, in the format of Standard Webhooks: 32 bytes. */
export const createSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The stored hash, used to look up a token. Tokens are random, so a fast hash is safe. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The token of an `Authorization: Bearer …` header. */
export const parseBearerToken = (header: string | undefined): string | undefined =>
  /^Bearer +([\w.~+/-]+=*) *$/i.exec(header ?? '')?.[1];
