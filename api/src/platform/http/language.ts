import type { FastifyRequest } from 'fastify';
import type { Language } from '@innkeeper/contract';

/** The language of messages in an answer: the first of `Accept-Language` that the console speaks, English otherwise. */
export function languageOf(request: FastifyRequest): Language {
  for (const entry of (request.headers['accept-language'] ?? '').split(',')) {
    const tag = entry.trim().slice(0, 2).toLowerCase();
    if (tag === 'id' || tag === 'en') return tag;
  }
  return 'en';
}
