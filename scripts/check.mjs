import { CHECKS, runCheck } from './checks.mjs';
import { ensureInstalled, main } from './prepare.mjs';

/** `npm run check`: everything that can be said without running the program, for the inner loop. */
await main(async () => {
  await ensureInstalled();
  const began = Date.now();
  const results = CHECKS.map(async (check) => {
    const { passed, output } = await runCheck(check);
    console.log(`${passed ? 'ok    ' : 'FAILED'} ${check.name} (${seconds(began)} s)`);
    if (!passed) console.log(output);
    return passed;
  });
  return (await Promise.all(results)).every(Boolean) ? 0 : 1;
});

function seconds(/** @type {number} */ since) {
  return ((Date.now() - since) / 1000).toFixed(1);
}
