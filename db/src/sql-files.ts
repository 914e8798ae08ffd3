import { readFile, readdir } from 'node:fs/promises';

/** An SQL file, named without its extension. */
export interface SqlFile {
  readonly name: string;
  readonly text: string;
}

/** Runs a statement, or several in one call if there are no values. */
export type RunSql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** The files of `db/routines`, each after those that it depends on. */
const ROUTINE_FILES = [
  'audited-records',
  'log-chain',
  'log-partitions',
  'log-archive',
  'former-names',
  'permissions',
  'sessions',
  'hotel-settings',
  'options',
  'cards',
  'vouchers',
  'sales',
  'immutability',
  'lock-order',
  'manual-changes',
  'receipts',
  'visits',
  'member-standing',
  'term-ends',
  'voucher-state',
  'liability',
  'rollups',
  'member-names',
  'mail-languages',
  'file-urls',
  'report-files',
  'member-lookups',
  'integrations',
  'closed-periods',
  'exchange-rates',
  'webhooks',
  'approvals',
  'flagged-activity',
  'audit-views',
];

/** Reads `db/migrations`, sorted by name. */
export const readMigrations = async (): Promise<readonly SqlFile[]> =>
  (await readSqlFiles(new URL('../migrations/', import.meta.url))).sort((a, b) => (a.name < b.name ? -1 : 1));

/** `db/routines` in order. Throws if a file is not listed above. */
export async function readRoutines(): Promise<readonly SqlFile[]> {
  const files = await readSqlFiles(new URL('../routines/', import.meta.url));
  const unlistedFile = files.find(({ name }) => !ROUTINE_FILES.includes(name));
  if (unlistedFile) throw new Error(`db/routines/${unlistedFile.name}.sql is not named in db/src/sql-files.ts`);
  return ROUTINE_FILES.flatMap((subject) => files.filter(({ name }) => name === subject));
}

async function readSqlFiles(url: URL): Promise<SqlFile[]> {
  const names = (await readdir(url)).filter((name) => name.endsWith('.sql'));
  return Promise.all(
    names.map(async (name) => ({
      name: name.slice(0, -'.sql'.length),
      text: await readFile(new URL(name, url), 'utf8'),
    })),
  );
}

/** Runs a file's SQL; an error names the file. */
export async function applyFile(run: RunSql, title: string, text: string): Promise<void> {
  await run(text).catch((cause: unknown) => {
    throw new Error(`${title} failed`, { cause });
  });
}
