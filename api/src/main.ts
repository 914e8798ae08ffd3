import { ConfigError, readConfig } from './platform/config.ts';
import { StartError, start } from './start.ts';

/** Set by a signal. One that comes while the program still starts is obeyed as soon as it has: nothing is left running. */
const stopAsked = new Promise<void>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
});

try {
  const running = await start(readConfig(process.env));
  console.log(running.greeting);
  await stopAsked;
  await running.stop();
  process.exit(0);
} catch (error) {
  if (error instanceof ConfigError || error instanceof StartError) {
    console.error(`Innkeeper cannot start: ${error.message}`);
  } else {
    console.error('Innkeeper failed:', error);
  }
  process.exit(1);
}
