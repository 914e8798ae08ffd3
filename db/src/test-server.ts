import { text } from 'node:stream/consumers';
import { startTestServer } from './testing.ts';

/*
 * One server with one template for several test runners, as in `npm test`: prints the variables that name them, as one
 * line of JSON, and stops when its standard input ends, as it does when the process that started it is gone, or by a signal.
 */
const asked = new Promise<void>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve());
});

const stop = await startTestServer();
const { TEST_DATABASE_URL, TEST_TEMPLATE } = process.env;
console.log(JSON.stringify({ TEST_DATABASE_URL, TEST_TEMPLATE }));
await Promise.race([asked, text(process.stdin)]);
await stop();
process.exit(0);
