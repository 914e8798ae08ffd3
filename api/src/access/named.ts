import { type RawBuilder, sql } from 'kysely';

/** SQL: a record, by its alias, as others tell of it: `{id, code, name}`. */
export const namedSql = (alias: string): RawBuilder<unknown> =>
  sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'code', ${sql.ref(`${alias}.code`)}, 'name', ${sql.ref(`${alias}.name`)})`;
