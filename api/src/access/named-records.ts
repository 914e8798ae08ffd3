import { type RawBuilder, sql } from 'kysely';

/** SQL: a record, by its alias, as referenced by other records: `{id, code, name}`. */
export const namedRecordSql = (alias: string): RawBuilder<unknown> =>
  sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'code', ${sql.ref(`${alias}.code`)},
        'name', ${sql.ref(`${alias}.name`)})`;

/**
 * SQL: the user at the alias, or null: `{id, name, username}`. Two users can have the same name, but not the same user
 * name. See docs/decisions/0083-reject-user-names-that-look-like-anothers.md.
 */
export const personSql = (alias: string): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`case when ${column('id')} is not null then
    json_build_object('id', ${column('id')}, 'name', ${column('name')}, 'username', ${column('username')}) end`;
};

/** SQL: the moment of a column as the text of a call's response, in UTC. */
export const instantSql = (value: string | RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${typeof value === 'string' ? sql.ref(value) : value} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;
