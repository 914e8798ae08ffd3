/** SQLSTATE of a write in a read-only transaction, which is every transaction of a standby. */
const READ_ONLY_CODE = '25006';

/** PostgreSQL classes and Node codes of a connection that is lost, was never made, or leads to a server without writes. */
const CONNECTION_CODES =
  /^(08...|57P0[1-5]|25006|58030|ECONNREFUSED|ECONNRESET|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT)$/;
/** The server lacks memory, disk or connections. The connection itself is intact: reading goes on while a disk is full. */
const RESOURCE_CODES = /^53[0-9]{3}$/;
const CONNECTION_LOST_TEXT =
  /Connection terminated|timeout expired|Client has encountered a connection error|the database system is/;

/** Levels of causes that are examined, in case they are circular. */
const MAX_CAUSES = 5;

/** A column that is true on a standby, and wherever a transaction is read-only by default. */
export const READ_ONLY_SQL = `pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only`;

/** A server in recovery or without writes by its settings, in the form in which it rejects a write itself. */
export class ReadOnlyServerError extends Error {
  readonly code = READ_ONLY_CODE;
  constructor() {
    super('the server accepts no writes: it is a standby, or read-only by its settings');
  }
}

/** Whether the database is unreachable, or cannot be written, for now. Causes and parts of the error count, too. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  someCause(
    error,
    (cause) =>
      CONNECTION_CODES.test(codeOf(cause)) ||
      RESOURCE_CODES.test(codeOf(cause)) ||
      CONNECTION_LOST_TEXT.test(cause.message),
  );

/** Whether the server that responded accepts no writes. */
export const isReadOnlyError = (error: unknown): boolean =>
  someCause(error, (cause) => codeOf(cause) === READ_ONLY_CODE);

/** Whether an error of the server means that its connection must not be used again. */
export const isConnectionUnusable = (error: unknown): boolean =>
  error instanceof Error && CONNECTION_CODES.test(codeOf(error));

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** A name with several addresses fails with an AggregateError, and libraries wrap the errors of their connections. */
function someCause(error: unknown, matches: (cause: Error) => boolean, level = 0): boolean {
  if (!(error instanceof Error) || level > MAX_CAUSES) return false;
  const parts: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return matches(error) || [error.cause, ...parts].some((part) => someCause(part, matches, level + 1));
}
