import { text } from 'node:stream/consumers';
import { startTestServer } from './testing.ts';

/*
 * One server and template shared by several test runners, as in `npm test`. Prints the environment variables that name
 * them as one line of JSON. Stops on a signal, or when its standard input ends, as it does once the parent process is
 * gone.
 */
const stopSignal = new Promise<void>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve());
});

const stop = await startTestServer();
const { TEST_DATABASE_URL, TEST_TEMPLATE } = process.env;
console.log(JSON.stringify({ TEST_DATABASE_URL, TEST_TEMPLATE }));
await Promise.race([stopSignal, text(process.stdin)]);
await stop();
process.exit(0);
