import type { Db } from '@innkeeper/db';
import type { FastifyRequest } from 'fastify';
import type { Body } from '../../platform/http/body.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { WriteContext } from './resource-hooks.ts';
import { createGroupCommit } from './group-commit.ts';
import { type StoredResponse, type IdempotencyKey, type WriteRequest, runManyIdempotent } from './transaction.ts';

/** A batched write, before it has a transaction. */
export interface BatchedRequest {
  readonly request: FastifyRequest;
  /** IANA zone of local times in the body. */
  readonly timeZone: string;
  readonly body: Body;
}

interface PendingRequest extends BatchedRequest {
  readonly from: WriteRequest;
  readonly key: IdempotencyKey;
}

/**
 * Writes several requests in one transaction. Returns the responses in request order; requests that it rejects or
 * returns nothing for must leave no changes.
 */
export type BatchWork = (
  context: WriteContext,
  requests: readonly BatchedRequest[],
) => Promise<readonly (StoredResponse | ApiError | undefined)[]>;

/**
 * Batches concurrent writes that an integration makes through the same call. The audit log records a whole batch under the request of its
 * first write.
 */
export const createBatcher = (db: Db, work: BatchWork) =>
  createGroupCommit<PendingRequest, StoredResponse>(async (writes) => {
    const [firstWrite] = writes;
    if (!firstWrite) return [];
    try {
      const keys = writes.map(({ key }) => key);
      const responses = await runManyIdempotent(
        db,
        { ...firstWrite.from, lockTimeout: 'batch' },
        keys,
        (context, newIndexes) =>
          work(
            context,
            newIndexes.flatMap((index) => writes[index] ?? []),
          ),
      );
      return responses.map((response) =>
        response === undefined || response instanceof ApiError
          ? response
          : { ...response, loggedRequestId: firstWrite.from.requestId },
      );
    } catch (error) {
      firstWrite.request.log.info({ err: error }, 'a batch of writes failed; each is written alone');
      return [];
    }
  });

export type Batcher = ReturnType<typeof createBatcher>;
