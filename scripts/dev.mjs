import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { NODE, ROOT, ensureInstalled, forwardSignals, runMain } from './prepare.mjs';

/** `npm run dev`: the API, restarted when one of its files changes, and the console with hot reload in front of it. */
await runMain(async () => {
  await ensureInstalled();
  const port = process.env['PORT'] || '8000';
  const env = { ...process.env, PORT: port, API_ORIGIN: `http://127.0.0.1:${port}` };
  const startProcess = (/** @type {string} */ cwd, /** @type {string[]} */ args) =>
    spawn(NODE, args, { cwd, env, stdio: 'inherit' });
  const children = [
    startProcess(ROOT, ['--watch', '--watch-preserve-output', 'api/src/main.ts']),
    startProcess(join(ROOT, 'web'), [join(ROOT, 'node_modules/vite/bin/vite.js')]),
  ];
  // If one of them exits, the other is stopped.
  const statuses = children.map(async (child) => {
    const status = await forwardSignals(child);
    for (const sibling of children) sibling.kill('SIGTERM');
    return status;
  });
  return Math.max(...(await Promise.all(statuses)));
});
