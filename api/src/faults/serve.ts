import { openDatabase } from '@innkeeper/db';
import { readConfig } from '../config.ts';
import { createServer } from '../server.ts';

/** The server alone, in a process that a test may kill: DATABASE_URL is migrated. Prints its address. */
const config = readConfig(process.env);
const db = openDatabase({ url: config.databaseUrl ?? '', connections: 4 });
const app = await createServer({ config, db, outbox: async () => undefined });
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
