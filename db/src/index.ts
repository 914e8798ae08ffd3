export { type DatabaseOptions, type Db, type Statement, type Tx, openDatabase } from './database.ts';
export { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
export { demoAccounts } from './demo/accounts.ts';
export { demoPictures, readDemoPicture } from './demo/pictures.ts';
export { DatabaseStartError } from './embedded/start-error.ts';
export { migrate } from './migrate.ts';
export type { RecordColumns, Schema } from './schema.ts';
export { type FirstAdministrator, ensureAdministrator, hasUsers } from './seed/administrator.ts';
export { seedReference } from './seed/reference.ts';
