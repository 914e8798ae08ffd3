import { flushCompileCache } from 'node:module';
import { openDatabase } from '@innkeeper/db';
import { readConfig } from '../../platform/config/config.ts';
import { createMailQueue } from '../../jobs/queue.ts';
import { createServer } from '../../server.ts';

/**
 * Runs only the server, in a process that a test may kill, and migrates DATABASE_URL. With QUEUES_MAIL=1 its mails are
 * queued, otherwise discarded. Prints its address.
 */
const config = readConfig(process.env);
const db = openDatabase({ url: config.databaseUrl ?? '', connections: 4 });
const outbox = process.env['QUEUES_MAIL'] === '1' ? createMailQueue(() => new Date()) : async () => undefined;
const app = await createServer({ config, db, outbox });
const address = await app.listen({ host: '127.0.0.1', port: 0 });
// A killed process does not save its compiled modules, and a hundred starts in a row would compile them all again: 1.4
// seconds of work each instead of 0.7.
flushCompileCache();
console.log(address);
