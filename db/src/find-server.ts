import { findRunningPostgres, startEmbeddedPostgres } from './embedded.ts';

/**
 * The database for a command: the given address, else the embedded server in `dataDir`, which is started if Innkeeper
 * does not run on it. `stop` ends only what was started here.
 */
export async function findServer(
  url: string | undefined,
  dataDir: string,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const runningUrl = url ?? findRunningPostgres(dataDir);
  if (runningUrl !== undefined) return { url: runningUrl, stop: async () => {} };
  return startEmbeddedPostgres({ dataDir, log: console.log });
}
