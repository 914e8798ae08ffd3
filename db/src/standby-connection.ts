import type { Connection } from './connection.ts';
import { getRequestOwner } from './request-owner.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** SQLSTATE of a query on a standby that a change from the primary has ended. */
const CONFLICT_CODE = '40001';

const isStandbyFault = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || (error instanceof Error && 'code' in error && error.code === CONFLICT_CODE);

const BEGIN_STATEMENT = /^(begin|start transaction)\b/i;

/** From now on the current request reads from the primary. */
export function readFromPrimary(): void {
  const owner = getRequestOwner();
  if (owner) owner.readsReplica = false;
}

type Connect = () => Promise<Connection>;

/**
 * Connects to a standby, or to the primary if it cannot be reached. A statement outside a transaction that the standby
 * could not finish, or that writes, runs on the primary.
 */
export const connectWithFallback =
  (connectToStandby: Connect, connectToPrimary: Connect): Connect =>
  async () => {
    const connection = await connectToStandby().catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error;
      readFromPrimary();
      return connectToPrimary();
    });
    let isInTransaction = false;
    return {
      isPooled: connection.isPooled,
      release: (isBroken) => connection.release(isBroken),
      async query(statement, preceding = []) {
        isInTransaction ||= [...preceding, statement].some(({ text }) => BEGIN_STATEMENT.test(text));
        try {
          return await connection.query(statement, preceding);
        } catch (error) {
          if (isInTransaction || !isStandbyFault(error)) throw error;
          readFromPrimary();
          const primaryConnection = await connectToPrimary();
          try {
            return await primaryConnection.query(statement);
          } finally {
            primaryConnection.release();
          }
        }
      },
    };
  };
