import { startTestServer } from './testing.ts';

/** Vitest's global setup: what it returns runs when the last test has ended. */
export default startTestServer;
