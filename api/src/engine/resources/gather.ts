import type { Db } from '@innkeeper/db';
import type { FastifyRequest } from 'fastify';
import type { Body } from '../../platform/http/body.ts';
import { ApiError } from '../../platform/http/fail.ts';
import type { WriteContext } from './behaviour.ts';
import { createGroupCommit } from './group-commit.ts';
import { type Answer, type OnceKey, type WriteRequest, manyOnce } from './transaction.ts';

/** A write that is gathered, before it has a transaction. */
export interface GatheredRequest {
  readonly request: FastifyRequest;
  /** IANA zone of local times in the body. */
  readonly timeZone: string;
  readonly body: Body;
}

interface Waiting extends GatheredRequest {
  readonly from: WriteRequest;
  readonly key: OnceKey;
}

/**
 * Writes several by one transaction. It answers each in the order in which they were asked, and leaves nothing of those that it refuses or does
 * not answer.
 */
export type WorkTogether = (
  context: WriteContext,
  asked: readonly GatheredRequest[],
) => Promise<readonly (Answer | ApiError | undefined)[]>;

/** Gathers the writes of a call of the hotels' own systems. The log has those that were written together under the request of the first. */
export const gather = (db: Db, work: WorkTogether) =>
  createGroupCommit<Waiting, Answer>(async (writes) => {
    const [first] = writes;
    if (!first) return [];
    try {
      const keys = writes.map(({ key }) => key);
      const answers = await manyOnce(db, { ...first.from, patience: 'together' }, keys, (context, news) =>
        work(
          context,
          news.flatMap((place) => writes[place] ?? []),
        ),
      );
      return answers.map((answer) =>
        answer === undefined || answer instanceof ApiError ? answer : { ...answer, loggedAs: first.from.requestId },
      );
    } catch (error) {
      first.request.log.info({ err: error }, 'writes that came together are written alone');
      return [];
    }
  });

export type Gathered = ReturnType<typeof gather>;
