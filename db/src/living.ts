import { createHash } from 'node:crypto';
import { type Run, type SqlFile, applyFile } from './sql-files.ts';

/*
 * The living SQL: functions, views and triggers, each once, as it is now. A file says `create or replace`, so objects that depend on a
 * function, such as somebody's own view, stays when the function is replaced. See docs/decisions/0054-living-sql.md.
 *
 * Each file is applied within a savepoint, and the rows that PostgreSQL's catalogue then has of its functions, views and triggers
 * bear the savepoint's number (`xmin`), as the file's row in `living` does. So we know the objects of each file, however it made them,
 * and drop those that it made before and makes no more. Nobody else's functions are touched.
 */

const MADE = `
  update living l set made = array(
    select format('trigger %I on %s', t.tgname, t.tgrelid::regclass) from pg_trigger t where t.xmin = l.xmin and not t.tgisinternal
    union all
    select format('view %s', r.ev_class::regclass) from pg_rewrite r where r.xmin = l.xmin and r.rulename = '_RETURN'
    union all
    select format('routine %s', p.oid::regprocedure) from pg_proc p where p.xmin = l.xmin)`;

/**
 * Applies the files, in order, where one of them has changed: all of them, as a function may be made of others.
 *
 * @param evenIfSame after a migration, which may have dropped or changed objects that they are made of
 */
export async function applyLiving(
  run: Run,
  files: readonly SqlFile[],
  { evenIfSame }: { evenIfSame: boolean },
): Promise<void> {
  await run('create table if not exists living (file text primary key, hash text not null, made text[])');
  const now = files.map(({ name, text }) => ({ file: name, hash: createHash('sha256').update(text).digest('hex') }));
  const before = await run<{ file: string; hash: string; made: string[] }>('select file, hash, made from living');
  const isSame =
    now.length === before.length && now.every((n) => before.some((b) => b.file === n.file && b.hash === n.hash));
  if (isSame && !evenIfSame) return;
  await run('delete from living');
  for (const [i, { file, hash }] of now.entries()) {
    await run('savepoint file');
    await run('insert into living (file, hash) values ($1, $2)', [file, hash]);
    await applyFile(run, `The living SQL ${file}`, files[i]?.text ?? '');
    await run('release file');
  }
  await run(MADE);
  const [made] = await run<{ all: string[] }>(`select array(select unnest(made) from living) as all`);
  const gone = before.flatMap((b) => b.made).filter((object) => !made?.all.includes(object));
  // A trigger and a view need their functions.
  for (const kind of ['trigger', 'view', 'routine'])
    for (const object of gone.filter((o) => o.startsWith(`${kind} `)))
      await run(`drop ${object.replace(kind, `${kind} if exists`)}`);
}
