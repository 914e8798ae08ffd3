import type { Label } from '@innkeeper/contract';
import type { FastifyRequest } from 'fastify';
import { languageOf } from '../platform/http/language.ts';

/** A message about an account, used instead of a record. */
export const localizedMessage = (request: FastifyRequest, text: Label) => ({
  message: text[languageOf(request)],
});
