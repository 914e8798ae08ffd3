import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compared by hash, so that the time reveals neither the secret nor its length. */
const isEqual = (sent: string, secret: string): boolean => timingSafeEqual(hash(sent), hash(secret));

/** The bearer token of a request; undefined without one. */
export const bearerTokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]?.trim();

/** Whether a text that a caller sent is the configured secret. */
export const isSecret = (sent: unknown, secret: string): boolean => typeof sent === 'string' && isEqual(sent, secret);
