import { startTestServer } from './testing.ts';

/**
 * Vitest global setup for projects that use a database; the returned function runs after the last test. The first
 * project of a run starts the server, the others find it in the environment.
 */
export default startTestServer;
