import { runChecks } from './checks.mjs';
import { ensureInstalled, main } from './prepare.mjs';

/** `npm run check`: everything that can be said without running the program, for the inner loop. */
await main(async () => {
  await ensureInstalled();
  return (await runChecks()).length === 0 ? 0 : 1;
});
