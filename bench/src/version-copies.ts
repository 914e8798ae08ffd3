import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../../scripts/prepare.mjs';

/** A program cannot be copied for a reason outside of it. The message is one line. */
export class CopyError extends Error {}

/** Folders of the program that its server reads. */
const SERVER_WORKSPACES = ['contract', 'db', 'demo', 'api'];

/**
 * A migration like those of a later version at their worst: it adds a column to every table of records. Statements that
 * read `*` of a table then have another result type.
 */
const NEXT_MIGRATION = `
  do $$
  declare t regclass;
  begin
    for t in
      select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id'
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    loop
      execute format('alter table %s add column if not exists next_version text', t);
    end loop;
  end $$;`;

/**
 * Extracts the program of a release into an empty folder: that of the commit which added its database to `db/releases`.
 * It runs on the packages of this version.
 *
 * @throws CopyError if the git history does not have it
 */
export function extractRelease(version: string, folder: string): void {
  const git = (...args: string[]): string => {
    try {
      return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    } catch {
      throw new CopyError('This folder has no git history, from which the release is taken: use a clone');
    }
  };
  const commit = git('log', '--diff-filter=A', '--format=%H', '--', `db/releases/${version}.json.br`).trim();
  if (!/^[0-9a-f]{40}$/.test(commit))
    throw new CopyError(`The git history has no release ${version}: fetch all of it with git fetch --unshallow`);
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, 'program.tar');
  git('archive', '--output', archive, commit);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  linkPackages(folder);
}

/** Copies the program of this version into an empty folder, with one more migration, as a later version has. */
export function copyNextVersion(folder: string): void {
  for (const workspace of SERVER_WORKSPACES)
    cpSync(join(ROOT, workspace), join(folder, workspace), {
      recursive: true,
      filter: (path) => basename(path) !== 'node_modules',
    });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  cpSync(join(ROOT, 'scripts'), join(folder, 'scripts'), { recursive: true });
  writeFileSync(join(folder, 'db', 'migrations', '99991231_next_version.sql'), NEXT_MIGRATION);
  linkPackages(folder);
}

/** Lets the program in a folder import its own workspaces, and the packages of this version. */
function linkPackages(folder: string): void {
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, '@innkeeper'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@innkeeper') symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  for (const workspace of SERVER_WORKSPACES) {
    symlinkSync(join(folder, workspace), join(packages, '@innkeeper', workspace));
    const ownPackages = join(ROOT, workspace, 'node_modules');
    if (existsSync(ownPackages)) symlinkSync(ownPackages, join(folder, workspace, 'node_modules'));
  }
}
