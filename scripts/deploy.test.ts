import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** The files in `deploy`, with which a release is installed. */

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const compose = read('deploy/compose.yaml');
const environment = read('deploy/innkeeper.env');
const unit = read('deploy/innkeeper@.service');
const proxy = read('deploy/Caddyfile');

test('systemd accepts the unit, which runs the release without rights', () => {
  const folder = mkdtempSync(join(tmpdir(), 'innkeeper-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(unit).toMatch(/^DynamicUser=yes$/m);
  expect(unit).toMatch(/^ProtectSystem=strict$/m);
  expect(unit).toMatch(/^ExecStart=\/opt\/innkeeper\/bin\/innkeeper$/m);
  if (!existsSync('/usr/bin/systemd-analyze')) return; // other systems do not run units
  const file = join(folder, 'innkeeper@8001.service');
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

test('HAProxy accepts its file, which has a check of readiness and both processes of the unit', () => {
  const configuration = read('deploy/haproxy.cfg');
  expect(configuration).toMatch(/^ {2}option httpchk GET \/readyz$/m);
  const servers = [...configuration.matchAll(/^ {2}server \S+ 127\.0\.0\.1:(\d+)$/gm)].map(([, port]) => port);
  expect(servers).toEqual(['8001', '8002']);
  for (const port of servers) expect(read('docs/operations.md')).toContain(`innkeeper@${port}`);
  if (!existsSync('/usr/sbin/haproxy')) return; // it is no part of Innkeeper
  const folder = mkdtempSync(join(tmpdir(), 'innkeeper-proxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'haproxy.cfg');
  // The certificate is not on the machine of the test.
  writeFileSync(file, configuration.replace(/ ssl crt \S+ alpn \S+/, ''));
  const { status, stderr } = spawnSync('/usr/sbin/haproxy', ['-c', '-q', '-f', file], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

test('a command of the release reads its settings from the file of the service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'innkeeper-command-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [node, settings] = [join(folder, 'node'), join(folder, 'innkeeper.env')];
  // Stands for Node: of the right version, it prints its arguments.
  writeFileSync(node, '#!/bin/sh\nif [ "$1" = --version ]; then echo v26.0.0; else echo "$@"; fi\n');
  chmodSync(node, 0o755);
  writeFileSync(settings, 'DATABASE_URL=postgres://db/innkeeper\n');
  const runCommand = (...args: string[]) =>
    spawnSync(join(root.pathname, 'bin', 'innkeeper'), args, { encoding: 'utf8', env: { ...process.env, NODE: node } });
  const command = join(root.pathname, 'db', 'src', 'reconciliation', 'command.ts');
  expect(runCommand(`--env-file=${settings}`, 'reconcile', '--head', '1-a').stdout).toBe(
    `--env-file=${settings} ${command} --head 1-a\n`,
  );
  expect(runCommand('reconcile').stdout).toBe(`${command}\n`);
  const missing = runCommand(`--env-file=${settings}.missing`, 'reconcile');
  expect([missing.status, missing.stdout, missing.stderr]).toEqual([1, '', `${settings}.missing cannot be read\n`]);
});
