import pg from 'pg';

/**
 * Sends statements together, in one round trip, and returns the result of the last. They run one after the other; if
 * one fails, the server skips the rest, and its error is thrown. Each is prepared under its name, if it has one.
 */
export const queryTogether = (
  client: pg.ClientBase,
  statements: readonly pg.QueryConfig[],
): Promise<pg.QueryResult<never>> =>
  new Promise((resolve, reject) => {
    client.query(new StatementGroup(statements, resolve, reject));
  });

/** Prepares a statement without values, too. */
interface ExtendedQueryConfig extends pg.QueryConfig {
  readonly queryMode: 'extended';
}

/** The parts of the driver's query that its types omit. It sends one statement and collects the result. */
interface DriverQuery extends pg.Submittable {
  readonly name: string | undefined;
  readonly text: string;
  /** Gets the type parsers of its client. */
  readonly _result: object;
  handleRowDescription(fields: unknown): void;
  handleDataRow(row: unknown): void;
  handleCommandComplete(command: unknown, connection: DriverConnection): void;
  handleReadyForQuery(connection: DriverConnection): void;
}

interface DriverConnection extends pg.Connection {
  /** Named statements that were sent to be prepared and are not confirmed yet, by name. */
  readonly submittedNamedStatements: Record<string, string>;
}

/**
 * The messages of several statements before a single `Sync`. For the driver it is one query, which has the name and the
 * text of the statement that the server works on.
 */
class StatementGroup implements pg.Submittable {
  readonly #queries: readonly DriverQuery[];
  readonly #last: DriverQuery;
  readonly #reject: (error: Error) => void;
  #position = 0;

  constructor(
    statements: readonly pg.QueryConfig[],
    resolve: (result: pg.QueryResult<never>) => void,
    reject: (error: Error) => void,
  ) {
    this.#queries = statements.map((statement) => {
      const config: ExtendedQueryConfig = { ...statement, queryMode: 'extended' };
      const query: unknown = new pg.Query<never>(config, (error, result) => (error ? reject(error) : resolve(result)));
      return query as DriverQuery; // its types omit its methods
    });
    const last = this.#queries.at(-1);
    if (!last) throw new Error('a group has at least one statement');
    this.#last = last;
    this.#reject = reject;
  }

  get #current(): DriverQuery {
    return this.#queries[this.#position] ?? this.#last;
  }
  get name(): string | undefined {
    return this.#current.name;
  }
  get text(): string {
    return this.#current.text;
  }
  get _result(): object {
    return this.#last._result;
  }

  submit(connection: pg.Connection): void {
    const withoutSync: pg.Connection = Object.create(connection, { sync: { value: () => undefined } });
    connection.stream.cork();
    try {
      for (const query of this.#queries) query.submit(withoutSync);
    } finally {
      connection.sync();
      connection.stream.uncork();
    }
  }

  handleRowDescription(fields: unknown): void {
    this.#current.handleRowDescription(fields);
  }
  handleDataRow(row: unknown): void {
    this.#current.handleDataRow(row);
  }
  handleCommandComplete(command: unknown, connection: DriverConnection): void {
    this.#current.handleCommandComplete(command, connection);
    this.#position += 1;
  }
  handleEmptyQuery(): void {
    this.#position += 1;
  }
  handleReadyForQuery(connection: DriverConnection): void {
    this.#last.handleReadyForQuery(connection);
  }
  handleError(error: Error, connection: DriverConnection): void {
    // The server has not prepared the statements that it skipped.
    for (const { name } of this.#queries.slice(this.#position + 1))
      if (name !== undefined) delete connection.submittedNamedStatements[name];
    this.#reject(error);
  }
}
