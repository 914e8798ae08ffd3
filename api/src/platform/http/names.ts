import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiError, fail } from './fail.ts';
import { namesIn } from './json.ts';

/*
 * Names in a request: the keys of objects at every level, the fields of a form, the parameters of a query. Each costs work and may
 * come back in the answer, and a bound on bytes lets 200,000 of them through. They are counted in the text, before anything is
 * made of it. See docs/decisions/0079-names-of-a-request.md.
 */

/** More than any form of the console has. Values of a list are no names: 10,000 ids are one. */
export const NAMES_MAX = 500;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Names that a body of this call may have, where NAMES_MAX are too few. */
    names?: number;
  }
}

export const namesMaxOf = ({ routeOptions }: FastifyRequest): number => routeOptions.config.names ?? NAMES_MAX;

/** Refuses a query before anybody reads its parameters. */
export function boundQueries(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { url = '' } }) => {
    const at = url.indexOf('?');
    if (at >= 0 && fieldsIn(url.slice(at)) > NAMES_MAX) throw tooManyNames(NAMES_MAX);
  });
}

/** The fields of a form in one line. Throws a 422 before they are taken apart if they have too many names. */
export function parseFields(text: string): Readonly<Record<string, unknown>> {
  const fields = fieldsIn(text);
  if (fields > NAMES_MAX) throw tooManyNames(NAMES_MAX);
  const values = parse(text, '&', '=', { maxKeys: 0 });
  const names = Object.values(values)
    .flat()
    .reduce((sum, value) => sum + namesOfValue(value), fields);
  if (names > NAMES_MAX) throw tooManyNames(NAMES_MAX);
  return values;
}

/** Names inside the value of a form's field: a text that begins as JSON may be read as JSON. */
export const namesOfValue = (value: unknown): number =>
  typeof value === 'string' && /^\s*[[{]/.test(value) ? namesIn(value) : 0;

/** Fields of a form or query in one line. No call takes so many that it would need more than a look at each sign. */
function fieldsIn(text: string): number {
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0 && fields <= NAMES_MAX; at = text.indexOf('&', at + 1)) fields += 1;
  return fields;
}

export const tooManyNames = (max: number): ApiError =>
  fail('validation_failed', {
    message: {
      en: `At most ${max} names in one request: send only the fields that this call has.`,
      id: `Maksimal ${max} nama dalam satu permintaan: kirim hanya isian yang dimiliki panggilan ini.`,
    },
  });
