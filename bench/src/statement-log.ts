import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** A statement as PostgreSQL received it. */
export interface Statement {
  /** The name of the prepared statement; undefined if the statement was planned for its values. */
  readonly name: string | undefined;
  readonly sql: string;
  /** Values as text, null for NULL. */
  readonly values: readonly (string | null)[];
}

/** Settings that make a server log every statement with its values. */
export const LOG_ALL_STATEMENTS = {
  log_statement: 'all',
  log_parameter_max_length: '-1',
  log_error_verbosity: 'default',
};

/** Statements of the server's own maintenance jobs. */
const MAINTENANCE_STATEMENTS =
  /compact_row_counts|where created_at < now\(\)|from throttle|from session|refresh_token where/;

/** Follows the log of a server: each call returns the statements logged since the previous call. */
export function followLog(dataDir: string): { statements(): Statement[]; close(): void } {
  const file = openSync(join(dataDir, 'postgres.log'), 'r');
  let position = fstatSync(file).size;
  return {
    statements() {
      const bytes = Buffer.alloc(fstatSync(file).size - position);
      position += readSync(file, bytes, 0, bytes.length, position);
      return parseLog(bytes.toString()).filter(({ sql }) => !MAINTENANCE_STATEMENTS.test(sql));
    },
    close: () => closeSync(file),
  };
}

const ENTRY_START = /^\d{4}-\d\d-\d\d [\d:.]+ \w+ \[\d+\] /m;

/** Parses statements of a log: `LOG: execute name: …` with `DETAIL: Parameters: …`, or `LOG: statement: …`. */
export function parseLog(text: string): Statement[] {
  const statements: Statement[] = [];
  for (const lines of text.split(ENTRY_START)) {
    // Continuation lines of an entry start with a tab.
    const entry = lines.replaceAll('\n\t', '\n');
    const [, name, sql] = /^LOG: {2}execute ([^:]+): (.*)$/s.exec(entry) ?? [];
    const [, simpleSql] = /^LOG: {2}statement: (.*)$/s.exec(entry) ?? [];
    const [, parameters] = /^DETAIL: {2}Parameters: (.*)$/is.exec(entry) ?? [];
    if (sql !== undefined)
      statements.push({ name: name === '<unnamed>' ? undefined : name, sql: sql.trim(), values: [] });
    else if (simpleSql !== undefined) statements.push({ name: undefined, sql: simpleSql.trim(), values: [] });
    else if (parameters !== undefined) {
      const lastStatement = statements.pop();
      if (lastStatement) statements.push({ ...lastStatement, values: parseParameters(parameters) });
    }
  }
  return statements;
}

function parseParameters(text: string): (string | null)[] {
  return [...text.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
    ([, value]) => value?.replaceAll("''", "'") ?? null,
  );
}

/** Replaces each value of `before`, alone or as the only element of an array, by the corresponding value of `after`. */
export function replaceValues(
  statement: Statement,
  oldValues: readonly string[],
  newValues: readonly string[],
): Statement {
  const values = statement.values.map((value) => {
    const i = oldValues.findIndex((oldValue) => value === oldValue || value === `{${oldValue}}`);
    if (i < 0 || value === null) return value;
    return value.startsWith('{') ? `{${newValues[i]}}` : (newValues[i] ?? null);
  });
  return { ...statement, values };
}
