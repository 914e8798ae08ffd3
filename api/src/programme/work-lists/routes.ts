import {
  EXPIRING_DAYS,
  type Label,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
  isWorkList,
  message,
  permission,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { requirePermission } from '../../access/actor.ts';
import { withCurrentActor } from '../../access/authenticate.ts';
import { fail, invalid } from '../../platform/http/fail.ts';
import { languageOf } from '../../platform/http/language.ts';
import { parseWords } from '../../engine/resources/list-query.ts';
import type { AskedList } from './lists.ts';
import { countLists, readWorkList } from './read-list.ts';

interface Services {
  readonly db: Db;
  readonly clock: () => Date;
}
type Query = Readonly<Record<string, unknown>>;

const LABEL: Label = { en: 'Work list', id: 'Daftar kerja' };
const NOT_CALLED_MAX = 365;

/**
 * `GET /api/work_list?hotel_id=`: how many members wait in each list. `GET /api/work_list/{key}`: who, in the order in which they
 * should be called.
 */
export function registerWorkLists(app: FastifyInstance, { db, clock }: Services): void {
  app.get<{ Querystring: Query }>('/api/work_list', (request) =>
    withCurrentActor(request, async (actor) => {
      requirePermission(actor, permission('VIEW', 'MEMBER'));
      const { hotelId } = readQuestion(request.query, false);
      return { data: await countLists({ db, actor, now: clock() }, hotelId) };
    }),
  );

  app.get<{ Params: { key: string }; Querystring: Query }>('/api/work_list/:key', (request) =>
    withCurrentActor(request, async (actor) => {
      requirePermission(actor, permission('VIEW', 'MEMBER'));
      const { key } = request.params;
      if (!isWorkList(key)) throw fail('record_not_found', { params: { label: LABEL, id: key.slice(0, 40) } });
      const { page, perPage, ...asked } = readQuestion(request.query, key === 'expiring');
      return readWorkList(
        { db, actor, now: clock() },
        { key, ...asked },
        { page, perPage, language: languageOf(request) },
      );
    }),
  );
}

type Question = Omit<AskedList, 'key'> & { readonly page: number; readonly perPage: number };

/** Throws a 422 with every parameter that is wrong. */
function readQuestion(query: Query, isOfDays: boolean): Question {
  const errors: Record<string, string[]> = {};
  if (!isOfDays && query.days !== undefined) errors.days = [message('unknown_parameter')];
  const whole = (name: string, most: number): number | null => {
    const value = query[name];
    if (value === undefined || value === '') return null;
    if (typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) && Number(value) <= most) return Number(value);
    errors[name] ??= [message('whole')];
    return null;
  };
  const one = <T extends string>(name: string, known: readonly T[]): T | undefined => {
    const value = query[name];
    const found = known.find((choice) => choice === value);
    if (value !== undefined && found === undefined) errors[name] ??= [message('choice', known.join(', '))];
    return found;
  };
  const search = query.search ?? '';
  const days = one('days', EXPIRING_DAYS.map(String));
  const question = {
    page: whole('page', 1_000_000) ?? 1,
    perPage: whole('per_page', PER_PAGE_MAX) ?? PER_PAGE_DEFAULT,
    hotelId: whole('hotel_id', Number.MAX_SAFE_INTEGER),
    notCalled: whole('not_called', NOT_CALLED_MAX),
    withSettled: one('calls', ['open', 'all']) === 'all',
    days: days === undefined ? EXPIRING_DAYS[0] : Number(days),
    words: typeof search === 'string' ? parseWords(search, (text) => void (errors.search = [text])) : noWords(errors),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return question;
}

function noWords(errors: Record<string, string[]>): string[] {
  errors.search = [message('text')];
  return [];
}
