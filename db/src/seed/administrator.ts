import type { Db } from '../database.ts';
import { findAdministratorGroup } from './reference.ts';
import { seedAlone } from './seed-lock.ts';

export interface FirstAdministrator {
  readonly email: string;
  /** Argon2id in PHC form. */
  readonly passwordHash: string;
}

/**
 * Makes the first user of a database without users, who may do everything; the reference data must be in. Signs in with
 * the email or as `administrator`. Returns false where a user was ever made: then nothing happens.
 */
export const ensureAdministrator = (db: Db, { email, passwordHash }: FirstAdministrator): Promise<boolean> =>
  seedAlone(db, async (tx) => {
    const anybody = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (anybody) return false;
    const role_group_id = await findAdministratorGroup(tx);
    if (role_group_id === undefined)
      throw new Error('The reference data is missing: there is no role group of administrators');
    await tx
      .insertInto('users')
      .values({ name: 'Administrator', username: 'administrator', email, password: passwordHash, role_group_id })
      .execute();
    return true;
  });

/** Whether anybody was ever made a user of this database. */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.kysely.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
