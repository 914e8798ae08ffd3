import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { PrepareError, ROOT, ensureConsole, ensureInstalled, runMain } from './prepare.mjs';
import { packFolder, writeReleaseFolder } from './release/archive.mjs';
import { writeImage } from './release/image.mjs';

/**
 * `npm run release`: writes an archive and, on Linux, an OCI image for this platform into the folder `release`.
 * `--with-postgres` adds the embedded database to the archive, `--out DIR` names another folder, `--no-image` leaves
 * out the image.
 */
await runMain(async () => {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'release' },
      'with-postgres': { type: 'boolean', default: false },
      'no-image': { type: 'boolean', default: false },
    },
  });
  await ensureInstalled();
  if (!(await ensureConsole())) throw new PrepareError('The console could not be built; vite says why above.');
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const name = `innkeeper-${version}`;
  const platform = `${process.platform}-${process.arch}`;
  const folder = join(ROOT, '.cache', 'release', name);
  mkdirSync(values.out, { recursive: true });
  writeReleaseFolder(folder, { withPostgres: values['with-postgres'] });
  const archive = join(values.out, `${name}-${platform}.tar.gz`);
  packFolder(folder, archive);
  report(archive);
  if (values['no-image'] || process.platform !== 'linux') return;
  if (values['with-postgres']) writeReleaseFolder(folder, { withPostgres: false });
  const image = join(values.out, `${name}-${platform}.oci.tar`);
  writeImage({ folder, image, version });
  report(image);
});

function report(/** @type {string} */ file) {
  console.log(`${relative('.', file)}, ${(statSync(file).size / 1e6).toFixed(1)} MB`);
}
