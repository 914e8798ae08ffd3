export { type DatabaseOptions, type Db, type Statement, type Tx, openDatabase } from './database.ts';
export { migrate } from './migrate.ts';
export type { RecordColumns, Schema } from './schema.ts';
