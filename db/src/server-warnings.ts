import type { Db } from './database.ts';

/** Server connections reserved for others, such as psql users and backups. */
const RESERVED_CONNECTIONS = 10;

/** What a server reports about itself. Settings use the units of `pg_settings`. */
export interface ServerFacts {
  readonly settings: Readonly<Record<string, string>>;
  readonly encoding: string;
  readonly ctype: string;
  readonly is_pooled: boolean;
}

interface Recommendation {
  readonly isMet: (facts: ServerFacts) => boolean;
  /** Returns the fact, the remedy and the reason. */
  readonly describe: (facts: ServerFacts) => string;
}

const numericSetting = ({ settings }: ServerFacts, name: string): number => Number(settings[name]);
const recommendSetting = (name: string, isMet: (value: string) => boolean, advice: string): Recommendation => ({
  isMet: ({ settings }) => isMet(settings[name] ?? ''),
  describe: ({ settings }) => `its ${name} is ${settings[name]}: ${advice}`,
});

/**
 * Settings that only the server's operator can change, so the application can only warn. `docs/operations.md` has the
 * same list.
 */
const recommendations = (connections: number): readonly Recommendation[] => [
  {
    isMet: ({ is_pooled }) => !is_pooled,
    describe: () =>
      'it is behind a connection pooler: no session is the program’s own, so each statement is a transaction, none is prepared, and jobs are looked for every 5 seconds; a direct address is quicker',
  },
  {
    isMet: ({ encoding }) => encoding === 'UTF8',
    describe: ({ encoding }) => `its encoding is ${encoding}: recreate it with encoding 'UTF8', or names are damaged`,
  },
  {
    isMet: ({ ctype }) => !/^(C|POSIX)$/.test(ctype),
    describe: ({ ctype }) => `its lc_ctype is ${ctype}: recreate it with locale 'C.UTF-8', or É is not found by é`,
  },
  recommendSetting(
    'fsync',
    (value) => value === 'on',
    'what was answered is lost when the machine stops; set it to on',
  ),
  recommendSetting('full_page_writes', (value) => value === 'on', 'a power cut may damage the data; set it to on'),
  recommendSetting('autovacuum', (value) => value === 'on', 'tables grow and slow down for ever; set it to on'),
  {
    isMet: (facts) => numericSetting(facts, 'max_connections') >= connections + RESERVED_CONNECTIONS,
    describe: ({ settings }) =>
      `its max_connections is ${settings['max_connections']}: each process of the program opens up to ${connections}; set it higher`,
  },
  {
    isMet: (facts) => numericSetting(facts, 'shared_buffers') * 8 >= 256 * 1024,
    describe: (facts) =>
      `its shared_buffers are ${Math.round(numericSetting(facts, 'shared_buffers') / 128)} MB: a quarter of the memory, 256 MB or more, reads less from the disk`,
  },
  {
    isMet: (facts) => numericSetting(facts, 'max_wal_size') >= 2048,
    describe: ({ settings }) =>
      `its max_wal_size is ${settings['max_wal_size']} MB: with 2048 or more, loading and imports are not held up by checkpoints`,
  },
  recommendSetting(
    'log_min_error_statement',
    (value) => value === 'panic',
    'its log keeps the texts of rejected statements, which may hold personal data; set it to panic',
  ),
  recommendSetting(
    'log_error_verbosity',
    (value) => value === 'terse',
    'its log keeps details of rejected values, which may hold personal data; set it to terse',
  ),
  recommendSetting(
    'log_statement',
    (value) => value === 'none',
    'its log keeps statements with personal data; set it to none',
  ),
];

/**
 * Server settings that differ from the recommended ones, one line each. Settings that a session can change are not
 * included.
 *
 * @param connections maximum number of connections of a process
 */
export async function serverWarnings(db: Db, connections: number): Promise<readonly string[]> {
  const connection = await db.connect();
  try {
    const { rows } = await connection.query<Omit<ServerFacts, 'is_pooled'>>({
      text: `select (select json_object_agg(name, setting) from pg_settings) as settings,
        pg_encoding_to_char(d.encoding) as encoding, case d.datlocprovider when 'c' then d.datctype else '' end as ctype
        from pg_database d where d.datname = current_database()`,
    });
    return rows.flatMap((row) => warningsOf({ ...row, is_pooled: connection.isPooled }, connections));
  } finally {
    connection.release();
  }
}

export const warningsOf = (facts: ServerFacts, connections: number): string[] =>
  recommendations(connections)
    .filter(({ isMet }) => !isMet(facts))
    .map(({ describe }) => describe(facts));
