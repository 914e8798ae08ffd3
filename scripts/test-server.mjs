import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { NODE, PrepareError, ROOT } from './prepare.mjs';
import { trackProcess } from './processes.mjs';

/**
 * Starts the database server that all runners of a test run share.
 *
 * @returns {Promise<{ variables: NodeJS.ProcessEnv, stop: () => Promise<void> }>} the variables that point to it
 */
export async function startTestServer() {
  const child = spawn(NODE, ['db/src/test-server.ts'], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] });
  trackProcess(child);
  const closed = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) {
    return {
      variables: JSON.parse(line),
      async stop() {
        child.stdin.end();
        await closed;
      },
    };
  }
  throw new PrepareError('The database of the tests could not be started.');
}
