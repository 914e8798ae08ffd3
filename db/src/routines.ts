import { createHash } from 'node:crypto';
import { type RunSql, type SqlFile, applyFile } from './sql-files.ts';

/*
 * Repeatable migrations: functions, views and triggers, each in its current version. The files use `create or replace`,
 * so objects that depend on a function, such as an operator's own view, survive when it is replaced. See
 * docs/decisions/0054-define-functions-and-triggers-as-repeatable-migrations.md.
 *
 * Each file is applied within a savepoint. PostgreSQL marks the catalogue rows of its functions, views and triggers
 * with the number of that savepoint (`xmin`), as it does the file's row in `routine_file`. So we know the objects of
 * each file, whatever statement created them, and drop those that the file no longer creates. Other functions are not
 * touched.
 */

const STORE_OBJECTS = `
  update routine_file f set objects = array(
    select format('trigger %I on %s', t.tgname, t.tgrelid::regclass) from pg_trigger t where t.xmin = f.xmin
      and not t.tgisinternal and t.tgparentid = 0 -- not the copies on partitions, which follow the partitioned table
    union all
    select format('view %s', r.ev_class::regclass) from pg_rewrite r where r.xmin = f.xmin and r.rulename = '_RETURN'
    union all
    select format('routine %s', p.oid::regprocedure) from pg_proc p where p.xmin = f.xmin)`;

const CREATE_TABLE =
  'create table if not exists routine_file (file text primary key, hash text not null, objects text[])';

const hashesOf = (files: readonly SqlFile[]) =>
  files.map(({ name, text }) => ({ file: name, hash: createHash('sha256').update(text).digest('hex') }));

/** Whether the database has exactly these files, each in its current version. */
export async function hasRoutines(run: RunSql, files: readonly SqlFile[]): Promise<boolean> {
  await run(CREATE_TABLE);
  const applied = await run<{ file: string; hash: string }>('select file, hash from routine_file');
  const current = hashesOf(files);
  return (
    current.length === applied.length &&
    current.every((n) => applied.some((b) => b.file === n.file && b.hash === n.hash))
  );
}

/**
 * Applies all files in order if any of them has changed, because functions may depend on each other.
 *
 * @param isForced true after a migration, which may have dropped or changed objects that they depend on
 */
export async function applyRoutines(
  run: RunSql,
  files: readonly SqlFile[],
  { isForced }: { isForced: boolean },
): Promise<void> {
  if ((await hasRoutines(run, files)) && !isForced) return;
  const currentFiles = hashesOf(files);
  const previousFiles = await run<{ objects: string[] }>('select objects from routine_file');
  await run('delete from routine_file');
  for (const [i, { file, hash }] of currentFiles.entries()) {
    await run('savepoint file');
    await run('insert into routine_file (file, hash) values ($1, $2)', [file, hash]);
    await applyFile(run, `The routines ${file}`, files[i]?.text ?? '');
    await run('release file');
  }
  await run(STORE_OBJECTS);
  const [created] = await run<{ objects: string[] }>(
    `select array(select unnest(objects) from routine_file) as objects`,
  );
  const obsoleteObjects = previousFiles
    .flatMap((b) => b.objects)
    .filter((object) => !created?.objects.includes(object));
  // Drop triggers and views before the functions that they use.
  for (const trigger of obsoleteObjects.filter((o) => o.startsWith('trigger ')))
    await run(`drop ${trigger.replace('trigger', 'trigger if exists')}`);
  // In one statement, because a view may use another.
  for (const kind of ['view', 'routine']) {
    const names = obsoleteObjects.filter((o) => o.startsWith(`${kind} `)).map((o) => o.slice(kind.length + 1));
    if (names.length > 0) await run(`drop ${kind} if exists ${names.join(', ')}`);
  }
}
