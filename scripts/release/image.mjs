import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { NODE } from '../prepare.mjs';

/** The user of the image. Volumes and read-only systems need its number. */
const USER_ID = 10_001;
const NODE_PATH = '/usr/bin/node';
const APPLICATION_PATH = '/opt/innkeeper';
const DATA_PATH = '/data';
/** Names as the specification of OCI images spells them. */
const ARCHITECTURES = /** @type {Record<string, string>} */ ({ x64: 'amd64', arm64: 'arm64' });
/** Owner and mode of what the program only reads, and of what it writes. */
const SYSTEM_RIGHTS = ['--owner=0', '--group=0', '--mode=u+rwX,go+rX,go-w'];
const USER_RIGHTS = [`--owner=${USER_ID}`, `--group=${USER_ID}`, '--mode=0700'];
/** Libraries that a resolver of the C library loads by name. */
const NAME_SERVICES = ['libnss_dns.so.2', 'libnss_files.so.2', 'libresolv.so.2'];

/**
 * Writes an image in the layout of the Open Container Initiative, as one tar file, without a daemon or a registry. It
 * has Node, the C and C++ libraries of this machine that Node needs, and Innkeeper; no shell and no package manager.
 *
 * @param {{ folder: string, image: string, version: string }} options the folder of the release, and the file to write
 */
export function writeImage({ folder, image, version }) {
  const work = mkdtempSync(join(tmpdir(), 'innkeeper-image-'));
  try {
    const layout = join(work, 'layout');
    const blobs = join(layout, 'blobs', 'sha256');
    mkdirSync(blobs, { recursive: true });
    const layers = [
      writeLayer(blobs, join(work, 'system'), SYSTEM_RIGHTS, (root) => writeSystem(root, folder)),
      writeLayer(blobs, join(work, 'application'), SYSTEM_RIGHTS, (root) => {
        cpSync(folder, join(root, APPLICATION_PATH), { recursive: true, verbatimSymlinks: true });
      }),
      writeLayer(blobs, join(work, 'writable'), USER_RIGHTS, (root) => {
        for (const path of [DATA_PATH, '/tmp']) mkdirSync(join(root, path));
      }),
    ];
    const architecture = ARCHITECTURES[process.arch] ?? process.arch;
    const config = writeJson(blobs, 'application/vnd.oci.image.config.v1+json', {
      created: new Date().toISOString(),
      architecture,
      os: 'linux',
      config: {
        User: `${USER_ID}:${USER_ID}`,
        Env: ['NODE_ENV=production', 'HOST=0.0.0.0', 'PORT=8000', `DATA_DIR=${DATA_PATH}`],
        Entrypoint: [NODE_PATH, '--max-semi-space-size=8', `${APPLICATION_PATH}/api/src/main.ts`],
        WorkingDir: APPLICATION_PATH,
        Volumes: { [DATA_PATH]: {} },
        ExposedPorts: { '8000/tcp': {} },
        StopSignal: 'SIGTERM',
        Labels: { 'org.opencontainers.image.title': 'Innkeeper', 'org.opencontainers.image.version': version },
      },
      rootfs: { type: 'layers', diff_ids: layers.map(({ contentDigest }) => contentDigest) },
    });
    const manifest = writeJson(blobs, 'application/vnd.oci.image.manifest.v1+json', {
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config,
      layers: layers.map(({ descriptor }) => descriptor),
    });
    const imageName = `localhost/innkeeper:${version}`;
    const reference = {
      ...manifest,
      platform: { architecture, os: 'linux' },
      annotations: { 'org.opencontainers.image.ref.name': version, 'io.containerd.image.name': imageName },
    };
    writeFileSync(
      join(layout, 'index.json'),
      JSON.stringify({
        schemaVersion: 2,
        mediaType: 'application/vnd.oci.image.index.v1+json',
        manifests: [reference],
      }),
    );
    // Docker's own list, for versions of it that do not read the layout.
    const pathOf = (/** @type {{ digest: string }} */ { digest }) => join('blobs', ...digest.split(':'));
    const layerPaths = layers.map(({ descriptor }) => pathOf(descriptor));
    writeFileSync(
      join(layout, 'manifest.json'),
      JSON.stringify([{ Config: pathOf(config), RepoTags: [imageName], Layers: layerPaths }]),
    );
    writeFileSync(join(layout, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
    pack(layout, image);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Node, its libraries, and the few files that programs expect. */
function writeSystem(/** @type {string} */ root, /** @type {string} */ folder) {
  const add = (/** @type {string} */ source, target = source) => {
    mkdirSync(dirname(join(root, target)), { recursive: true });
    cpSync(realpathSync(source), join(root, target));
  };
  add(NODE, NODE_PATH);
  const paths = findLibraries([NODE, ...findNativeCode(folder)]).filter((path) => !path.startsWith(folder));
  for (const path of paths) add(path);
  const libraryFolder = dirname(paths.find((path) => path.includes('/libc.so')) ?? '');
  for (const name of NAME_SERVICES) add(join(libraryFolder, name));
  mkdirSync(join(root, 'etc'), { recursive: true });
  writeFileSync(
    join(root, 'etc', 'passwd'),
    `root:x:0:0:root:/:/sbin/nologin\ninnkeeper:x:${USER_ID}:${USER_ID}:Innkeeper:${DATA_PATH}:/sbin/nologin\n`,
  );
  writeFileSync(join(root, 'etc', 'group'), `root:x:0:\ninnkeeper:x:${USER_ID}:\n`);
  writeFileSync(join(root, 'etc', 'nsswitch.conf'), 'hosts: files dns\n');
}

/** The native code of packages. */
const findNativeCode = (/** @type {string} */ folder) =>
  readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((path) => /\.(?:node|so(?:\.\d+)*)$/.test(path))
    .map((path) => join(folder, path));

/**
 * The shared libraries that files of this machine load.
 *
 * @param {readonly string[]} files
 */
function findLibraries(files) {
  const output = execFileSync('ldd', files, { encoding: 'utf8' });
  return [...new Set([...output.matchAll(/(\/\S+) \(0x/g)].map(([, path]) => path ?? ''))];
}

/**
 * Writes the files of a layer below a folder, packs it, and stores it under its checksum.
 *
 * @param {string} blobs
 * @param {string} root
 * @param {readonly string[]} rights
 * @param {(root: string) => void} writeFiles
 */
function writeLayer(blobs, root, rights, writeFiles) {
  mkdirSync(root);
  writeFiles(root);
  const file = `${root}.tar.gz`;
  pack(root, file, '--gzip', '--numeric-owner', '--sort=name', ...rights);
  const bytes = readFileSync(file);
  const digest = digestOf(bytes);
  const contentDigest = digestOf(gunzipSync(bytes));
  renameSync(file, join(blobs, digest.slice('sha256:'.length)));
  const descriptor = { mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', digest, size: bytes.length };
  return { contentDigest, descriptor };
}

/**
 * @param {string} blobs
 * @param {string} mediaType
 * @param {object} value
 */
function writeJson(blobs, mediaType, value) {
  const bytes = Buffer.from(JSON.stringify(value));
  const digest = digestOf(bytes);
  writeFileSync(join(blobs, digest.slice('sha256:'.length)), bytes);
  return { mediaType, digest, size: bytes.length };
}

const digestOf = (/** @type {Buffer} */ bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/**
 * @param {string} folder
 * @param {string} file
 * @param {string[]} options
 */
function pack(folder, file, ...options) {
  // Named one by one, because the folder itself would set owner and mode of the image's root.
  execFileSync('tar', ['--create', `--file=${file}`, `--directory=${folder}`, ...options, ...readdirSync(folder)]);
}
