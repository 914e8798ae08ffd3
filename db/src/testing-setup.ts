import { startTestServer } from './testing.ts';

/**
 * Vitest's global setup of the projects that use a database: the function that it returns runs when the last test has ended. The
 * first project of a run starts the server, the others find it in the environment.
 */
export default startTestServer;
