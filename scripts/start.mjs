import { NODE, PrepareError, ensureConsole, ensureInstalled, runMain, run } from './prepare.mjs';
import { APP_COMMAND } from './app-command.mjs';

/** `npm start`: installs and builds what is missing, then runs the program. */
await runMain(async () => {
  await ensureInstalled();
  if (!(await ensureConsole())) throw new PrepareError('The console could not be built; vite says why above.');
  return run(NODE, APP_COMMAND.args, { env: { ...APP_COMMAND.env, ...process.env } });
});
