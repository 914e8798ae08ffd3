import { join } from 'node:path';
import { NODE, ROOT, ensureInstalled, runMain, run } from './prepare.mjs';

/** `npm run stories`: shows the states of the console's pages as its tests see them. */
await runMain(async () => {
  await ensureInstalled();
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  return run(NODE, [vite, '--config', 'stories/vite.config.ts'], { cwd: join(ROOT, 'web') });
});
