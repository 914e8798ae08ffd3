import { type RawBuilder, sql } from 'kysely';

/** SQL: a record, by its alias, as others tell of it: `{id, code, name}`. */
export const namedSql = (alias: string): RawBuilder<unknown> =>
  sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'code', ${sql.ref(`${alias}.code`)}, 'name', ${sql.ref(`${alias}.name`)})`;

/**
 * SQL: the user at the alias who did something, or null: `{id, name, username}`. Names may look alike, user names are unique.
 * See docs/decisions/0083-names-of-users.md.
 */
export const personSql = (alias: string): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`case when ${column('id')} is not null then
    json_build_object('id', ${column('id')}, 'name', ${column('name')}, 'username', ${column('username')}) end`;
};
