import { CHECKS_PART, runChecks } from './checks.mjs';
import { ensureInstalled, runMain } from './prepare.mjs';
import { measurePartCpu, startSampling } from './processes.mjs';

/** `npm run check`: all checks that do not need the application to run, for quick feedback. */
await runMain(async () => {
  await ensureInstalled();
  startSampling();
  console.log('Checks types and lint, boundaries between folders, unused code, format, and words …');
  const failures = await runChecks();
  console.log(
    `${failures.length === 0 ? 'All passed' : `${failures.length} failed`}: ${measurePartCpu(CHECKS_PART).toFixed(0)} CPU-s`,
  );
  return failures.length === 0 ? 0 : 1;
});
