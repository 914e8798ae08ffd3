import { NODE, PrepareError, ensureConsole, ensureInstalled, main, run } from './prepare.mjs';
import { PROGRAM } from './program.mjs';

/** `npm start`: prepares missing parts and runs the program. */
await main(async () => {
  await ensureInstalled();
  if (!(await ensureConsole())) throw new PrepareError('The console could not be built; vite says why above.');
  return run(NODE, PROGRAM.args, { env: { ...PROGRAM.env, ...process.env } });
});
