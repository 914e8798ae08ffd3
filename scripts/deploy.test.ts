import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** The files in `deploy`, with which a release is installed. */

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const compose = read('deploy/compose.yaml');
const environment = read('deploy/innkeeper.env');
const unit = read('deploy/innkeeper.service');
const proxy = read('deploy/Caddyfile');

test('systemd accepts the unit, which runs the release without rights', () => {
  const folder = mkdtempSync(join(tmpdir(), 'innkeeper-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(unit).toMatch(/^DynamicUser=yes$/m);
  expect(unit).toMatch(/^ProtectSystem=strict$/m);
  expect(unit).toMatch(/^ExecStart=\/opt\/innkeeper\/bin\/innkeeper$/m);
  if (!existsSync('/usr/bin/systemd-analyze')) return; // other systems do not run units
  const file = join(folder, 'innkeeper.service');
  // The release is not installed on the machine of the test.
  writeFileSync(file, unit.replace('/opt/innkeeper/bin/innkeeper', join(root.pathname, 'bin', 'innkeeper')));
  const output = execFileSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8', stdio: 'pipe' });
  expect(output).toBe('');
});

test('every variable that the files set is one of Innkeeper, of Node or of the images beside it', () => {
  const documented = new Set([...read('README.md').matchAll(/`([A-Z][A-Z\d_]+)`/g)].map(([, name]) => name));
  const app = /^x-app:.*?^services:/ms.exec(compose)?.[0] ?? '';
  const variables = [
    ...[...environment.matchAll(/^([A-Z_\d]+)=/gm)].map(([, name]) => name),
    ...[...unit.matchAll(/^Environment=([A-Z_\d]+)=/gm)].map(([, name]) => name),
    ...[...app.matchAll(/^ {4}([A-Z_\d]+):/gm)].map(([, name]) => name),
  ];
  expect(variables).toContain('DATABASE_URL');
  expect(variables.filter((name) => !documented.has(name) && name !== 'NODE_COMPILE_CACHE')).toEqual([]);
});

test('the files name each other, and the proxy has both processes', () => {
  const files = [...compose.matchAll(/\.\/([\w.-]+):\//g), ...compose.matchAll(/env_file: (\S+)/g)];
  expect(files.map(([, name]) => name ?? '').toSorted()).toEqual(['Caddyfile', 'create-database.sql', 'innkeeper.env']);
  for (const [, name = ''] of files) expect(existsSync(new URL(`deploy/${name}`, root)), name).toBe(true);
  const processes = [...compose.matchAll(/^ {2}([\w-]+): \*app$/gm)].map(([, name]) => `${name}:8000`);
  expect(processes).toHaveLength(2);
  expect(proxy).toContain(`reverse_proxy ${processes.join(' ')} {`);
});
