import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** A statement as PostgreSQL got it. */
export interface Statement {
  /** The name under which it was prepared; undefined where it was planned for its values. */
  readonly name: string | undefined;
  readonly sql: string;
  /** Values as text, null for NULL. */
  readonly values: readonly (string | null)[];
}

/** Settings under which a server writes every statement with its values to its log. */
export const LOGGING = { log_statement: 'all', log_parameter_max_length: '-1', log_error_verbosity: 'default' };

/** Statements of the program's own upkeep. */
const UPKEEP = /compact_row_counts|where created_at < now\(\)|from throttle|from session|refresh_token where/;

/** Listens to the log of a server: each call returns the statements since the last one. */
export function listen(dataDir: string): { statements(): Statement[]; close(): void } {
  const file = openSync(join(dataDir, 'postgres.log'), 'r');
  let position = fstatSync(file).size;
  return {
    statements() {
      const bytes = Buffer.alloc(fstatSync(file).size - position);
      position += readSync(file, bytes, 0, bytes.length, position);
      return parseLog(bytes.toString()).filter(({ sql }) => !UPKEEP.test(sql));
    },
    close: () => closeSync(file),
  };
}

const ENTRY = /^\d{4}-\d\d-\d\d [\d:.]+ \w+ \[\d+\] /m;

/** Reads statements from a log: `LOG:  execute name: …` with `DETAIL:  Parameters: …`, or `LOG:  statement: …`. */
export function parseLog(text: string): Statement[] {
  const statements: Statement[] = [];
  for (const lines of text.split(ENTRY)) {
    // Each further line of an entry is set off by a tab.
    const entry = lines.replaceAll('\n\t', '\n');
    const [, name, sql] = /^LOG: {2}execute ([^:]+): (.*)$/s.exec(entry) ?? [];
    const [, simple] = /^LOG: {2}statement: (.*)$/s.exec(entry) ?? [];
    const [, parameters] = /^DETAIL: {2}Parameters: (.*)$/is.exec(entry) ?? [];
    if (sql !== undefined)
      statements.push({ name: name === '<unnamed>' ? undefined : name, sql: sql.trim(), values: [] });
    else if (simple !== undefined) statements.push({ name: undefined, sql: simple.trim(), values: [] });
    else if (parameters !== undefined) {
      const last = statements.pop();
      if (last) statements.push({ ...last, values: parseParameters(parameters) });
    }
  }
  return statements;
}

function parseParameters(text: string): (string | null)[] {
  return [...text.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
    ([, value]) => value?.replaceAll("''", "'") ?? null,
  );
}

/** Exchanges values: where a statement has one of `before`, alone or as the only element of an array, it gets the one of `after`. */
export function exchange(statement: Statement, before: readonly string[], after: readonly string[]): Statement {
  const values = statement.values.map((value) => {
    const i = before.findIndex((b) => value === b || value === `{${b}}`);
    if (i < 0 || value === null) return value;
    return value.startsWith('{') ? `{${after[i]}}` : (after[i] ?? null);
  });
  return { ...statement, values };
}
