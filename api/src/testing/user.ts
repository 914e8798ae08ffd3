import { ACCESS_LEVEL } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { startSession } from '../account/session.ts';
import { countPerDatabase } from './count-per-database.ts';
import { fastHash } from './fast-hash.ts';

export interface TestUser {
  readonly id: number;
  readonly username: string;
  readonly roleGroupId: number;
  readonly token: string;
}

export interface NewUser {
  readonly level: keyof typeof ACCESS_LEVEL;
  /** Permission codes; all by default. */
  readonly codes?: readonly string[];
  /** Percent; by default that of the access level. */
  readonly discountLimit?: number;
  readonly assignments?: readonly { readonly region_id: number; readonly restrict_hotel_id?: number }[];
}

export const TEST_PASSWORD = 'Kolibri-7-lagoon-quartz';
let passwordHash: Promise<string> | undefined;
const nextSerial = countPerDatabase();

const DAY_SECONDS = 86_400;
const LIFETIMES = {
  accessTokenSeconds: 400 * DAY_SECONDS,
  refreshSeconds: { remembered: 400 * DAY_SECONDS, otherwise: 400 * DAY_SECONDS },
};

/** A signed-in user with their own role group: the session is real, only its password check is skipped. */
export async function createUser(db: Db, { assignments = [], ...roleGroup }: NewUser): Promise<TestUser> {
  passwordHash ??= fastHash(TEST_PASSWORD);
  const password = await passwordHash;
  const name = `staff-${nextSerial(db)}`;
  const { id, roleGroupId } = await db.kysely.transaction().execute(async (tx) => {
    const role_group_id = await createRoleGroup(tx, name, roleGroup);
    const user = await tx
      .insertInto('users')
      .values({ name, username: name, email: `${name}@innkeeper.test`, password, role_group_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (assignments.length > 0) {
      await tx
        .insertInto('region_users')
        .values(
          assignments.map(({ region_id, restrict_hotel_id = null }) => ({
            region_id,
            restrict_hotel_id,
            user_id: user.id,
          })),
        )
        .execute();
    }
    return { id: user.id, roleGroupId: role_group_id };
  });
  return { id, username: name, roleGroupId, token: await signIn(db, id) };
}

/** A role group with these permission codes; all by default. */
export async function createRoleGroup(
  db: Db['kysely'] | Tx,
  name: string,
  { level, codes, discountLimit }: Omit<NewUser, 'assignments'>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into role_group (name, description, access_type_id, discount_limit)
    select ${name}, 'For a test', d.id, ${discountLimit ?? null}::integer from option_detail d
    join option o on o.id = d.option_id
    where o.slug = 'access-type' and d.code = ${ACCESS_LEVEL[level]} returning id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await sql`insert into role_group_role select ${id}, r.id from roles r
    where ${codes ? sql`r.name = any(${codes}::text[])` : sql`true`}`.execute(db);
  return id;
}

/** Starts another session of a user and returns its access token. */
export async function signIn(db: Db, userId: number): Promise<string> {
  const device = { ip: '127.0.0.1', userAgent: undefined };
  // Before every time that a test sets.
  const tokens = await startSession(
    db,
    LIFETIMES,
    { userId, isRemembered: false, device },
    new Date(Date.now() - DAY_SECONDS * 1000),
  );
  if (!tokens) throw new Error(`User ${userId} cannot sign in`);
  return tokens.accessToken;
}
