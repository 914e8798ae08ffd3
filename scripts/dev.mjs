import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { NODE, ROOT, ensureInstalled, followed, main } from './prepare.mjs';

/** `npm run dev`: the API, started again when a file of it changes, and the console with hot reload in front of it. */
await main(async () => {
  await ensureInstalled();
  const port = process.env['PORT'] || '8000';
  const env = { ...process.env, PORT: port, API_ORIGIN: `http://127.0.0.1:${port}` };
  const start = (/** @type {string} */ cwd, /** @type {string[]} */ args) =>
    spawn(NODE, args, { cwd, env, stdio: 'inherit' });
  const children = [
    start(ROOT, ['--watch', '--watch-preserve-output', 'api/src/main.ts']),
    start(join(ROOT, 'web'), [join(ROOT, 'node_modules/vite/bin/vite.js')]),
  ];
  // When one ends for good, the other has no purpose.
  const statuses = children.map(async (child) => {
    const status = await followed(child);
    for (const other of children) other.kill('SIGTERM');
    return status;
  });
  return Math.max(...(await Promise.all(statuses)));
});
