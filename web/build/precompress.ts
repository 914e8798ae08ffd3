import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:js|css|html|svg)$/;
/** Bytes. A smaller file fits into one network packet even without compression. */
const MIN_BYTES = 1024;

/**
 * Writes a `.br` and a `.gz` next to each text file of the build, so the server never compresses the console itself.
 */
export function precompress(): Plugin {
  let directory = '';
  return {
    name: 'innkeeper:precompress',
    apply: 'build',
    configResolved(config) {
      directory = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const fileNames = await readdir(directory, { recursive: true });
      await Promise.all(
        fileNames.filter((name) => COMPRESSIBLE.test(name)).map((name) => compressFile(join(directory, name))),
      );
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}
