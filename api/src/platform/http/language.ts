import type { FastifyRequest } from 'fastify';
import type { Language } from '@innkeeper/contract';

/** The language of messages in a response: the first supported one in `Accept-Language`, else English. */
export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  for (const entry of (request.headers['accept-language'] ?? '').split(',')) {
    const tag = entry.trim().slice(0, 2).toLowerCase();
    if (tag === 'id' || tag === 'en') return tag;
  }
  return 'en';
}
