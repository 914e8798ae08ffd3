import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Prefixes by which a leaked token is recognised, by people and by secret scanners. */
const PREFIX = { access: 'ink_at_', refresh: 'ink_rt_', passwordReset: 'ink_pr_', integration: 'ink_it_' } as const;

/** A new random token: 32 bytes as base64url behind its prefix. Only its hash is ever stored. */
export const createToken = (kind: keyof typeof PREFIX): string => PREFIX[kind] + randomBytes(32).toString('base64url');

/**
 * The token that follows from another one and a salt of 32 random bytes. Only a caller who presents the other one gets it again, and
 * only while the salt is stored: neither alone gives anything away.
 */
export const deriveToken = (kind: keyof typeof PREFIX, from: string, salt: Buffer): string =>
  PREFIX[kind] + createHmac('sha256', from).update(kind).update(salt).digest('base64url');

/** A new secret by which messages are signed, as Standard Webhooks writes it: 32 bytes. */
export const createSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The stored hash, by which a token is looked up. The token is random, so that a fast hash gives nothing away. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The token of an `Authorization: Bearer …` header. */
export const bearerOf = (header: string | undefined): string | undefined =>
  /^Bearer +([\w.~+/-]+=*) *$/i.exec(header ?? '')?.[1];
