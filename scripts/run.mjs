import { NODE, ensureInstalled, runMain, run } from './prepare.mjs';

/** `npm run bench`, `npm run data`: runs a program of the repository under its own Node with the given arguments. */
await runMain(async () => {
  await ensureInstalled();
  return run(NODE, process.argv.slice(2));
});
