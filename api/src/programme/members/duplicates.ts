import { resources } from '@innkeeper/contract';
import type { Duplicate } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { scopeSql } from '../../access/scope.ts';
import type { Behaviours } from '../../engine/resources/behaviour.ts';
import { createSource } from '../../engine/resources/source.ts';
import { phoneSql } from '../people/phone.ts';

interface Services {
  readonly db: Db;
  readonly behaviours: Behaviours;
}

const MOST = 10;

interface Asked {
  readonly email: string;
  readonly phone_no: string;
  readonly identity_no: string;
}

/**
 * Members that have one of these, deleted ones too, because restoring one may be what is wanted. Phones are compared by their last
 * digits, so that 0812… finds +62 812….
 */
export async function findDuplicates(
  { db, behaviours }: Services,
  actor: Actor,
  { email, phone_no, identity_no }: Asked,
): Promise<readonly Duplicate[]> {
  const phone = phoneSql(phone_no);
  const tests = [
    { name: 'email', where: sql`lower(t.email) = lower(${email})`, on: email !== '' },
    { name: 'phone_no', where: phone ?? sql`false`, on: phone !== undefined },
    { name: 'identity_no', where: sql`t.identity_no = ${identity_no}`, on: identity_no !== '' },
  ].filter((test) => test.on);
  if (tests.length === 0) return [];
  const source = createSource(resources.member, behaviours);
  const scope = scopeSql(actor, source);
  const parts = tests.map(
    ({ name, where }) =>
      sql`(select t.id, ${name}::text as matched from ${sql.raw(source.from())} where ${where} ${scope ? sql`and ${scope}` : sql``} limit ${MOST})`,
  );
  // Who was merged into another one is that one now.
  const { rows } = await sql<Duplicate>`
        with recursive found as (${sql.join(parts, sql` union all `)}),
             person as (
               select m.id, m.merged_into_id, f.matched from found f join member m on m.id = f.id
               union select m.id, m.merged_into_id, p.matched from person p join member m on m.id = p.merged_into_id)
        select t.id, concat_ws(' ', t.first_name, t.last_name) as name, t.email, t.phone_no, t.identity_no,
               to_char(t.deleted_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as deleted_at, array_agg(p.matched order by p.matched) as matches
        from person p join ${sql.raw(source.from())} on t.id = p.id
        where p.merged_into_id is null ${scope ? sql`and ${scope}` : sql``}
        group by t.id order by t.deleted_at nulls first, t.id limit ${MOST}`.execute(db.kysely);
  return rows;
}
