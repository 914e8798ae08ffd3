import { ConfigError, readConfig } from './config.ts';
import { StartError, start } from './start.ts';

try {
  const running = await start(readConfig(process.env));
  console.log(running.greeting);
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void running.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error('Innkeeper did not stop cleanly:', error);
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  if (error instanceof ConfigError || error instanceof StartError)
    console.error(`Innkeeper cannot start: ${error.message}`);
  else console.error('Innkeeper cannot start:', error);
  process.exit(1);
}
