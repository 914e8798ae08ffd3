import { readFile, readdir } from 'node:fs/promises';

/** A file of SQL by its name without the ending. */
export interface SqlFile {
  readonly name: string;
  readonly text: string;
}

/** Sends a statement; several at once when there are no values. */
export type Run = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** The subjects of `db/living`, each after those that its functions and views are made of. */
const SUBJECTS = [
  'records',
  'log-chain',
  'rights',
  'sessions',
  'places',
  'options',
  'cards',
  'vouchers',
  'sales',
  'settled',
  'locks',
  'by-hand',
  'receipts',
  'visits',
  'standing',
  'term-ends',
  'voucher-standing',
  'liability',
  'figures',
  'names',
  'mails',
  'files',
  'report-files',
  'look-ups',
  'integrations',
  'months',
  'rates',
  'webhooks',
  'approvals',
  'unusual-acts',
  'audit',
];

/** `db/migrations` in order. */
export const readMigrations = async (): Promise<readonly SqlFile[]> =>
  (await read('migrations')).sort((a, b) => (a.name < b.name ? -1 : 1));

/** `db/living` in order. Throws where a file has no place in it. */
export async function readLiving(): Promise<readonly SqlFile[]> {
  const files = await read('living');
  const homeless = files.find(({ name }) => !SUBJECTS.includes(name));
  if (homeless) throw new Error(`db/living/${homeless.name}.sql is not named in db/src/sql-files.ts`);
  return SUBJECTS.flatMap((subject) => files.filter(({ name }) => name === subject));
}

async function read(folder: 'migrations' | 'living'): Promise<SqlFile[]> {
  const url = new URL(`../${folder}/`, import.meta.url);
  const names = (await readdir(url)).filter((name) => name.endsWith('.sql'));
  return Promise.all(
    names.map(async (name) => ({
      name: name.slice(0, -'.sql'.length),
      text: await readFile(new URL(name, url), 'utf8'),
    })),
  );
}

/** Runs the text of a file; an error of it says which one. */
export async function applyFile(run: Run, title: string, text: string): Promise<void> {
  await run(text).catch((cause: unknown) => {
    throw new Error(`${title} failed`, { cause });
  });
}
