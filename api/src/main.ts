import { readConfig } from './platform/config/config.ts';
import { ConfigError } from './platform/config/variables.ts';
import { StartError, start } from './start.ts';

/**
 * Resolved by a signal. A signal during startup takes effect as soon as startup is complete, so nothing is left
 * running.
 */
const stopRequested = new Promise<void>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
});

try {
  const server = await start(readConfig(process.env));
  console.log(server.greeting);
  await stopRequested;
  await server.stop();
  process.exit(0);
} catch (error) {
  if (error instanceof ConfigError || error instanceof StartError) {
    console.error(`Innkeeper cannot start: ${error.message}`);
  } else {
    console.error('Innkeeper failed:', error);
  }
  process.exit(1);
}
