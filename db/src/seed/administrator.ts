import type { Db } from '../database.ts';
import { findAdministratorGroup } from './reference.ts';
import { seedExclusively } from './seed-lock.ts';

export interface InitialAdministrator {
  readonly email: string;
  /** Argon2id hash in PHC format. */
  readonly passwordHash: string;
}

/**
 * Creates the first user of a database without users, with all rights. The reference data must exist. The user signs in
 * with the email or as `administrator`. Returns false and does nothing if any user was ever created.
 */
export const ensureAdministrator = (db: Db, { email, passwordHash }: InitialAdministrator): Promise<boolean> =>
  seedExclusively(db, async (tx) => {
    const existingUser = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (existingUser) return false;
    const role_group_id = await findAdministratorGroup(tx);
    if (role_group_id === undefined)
      throw new Error('The reference data is missing: there is no role group of administrators');
    await tx
      .insertInto('users')
      .values({ name: 'Administrator', username: 'administrator', email, password: passwordHash, role_group_id })
      .execute();
    return true;
  });

/** Whether any user was ever created in this database. */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.kysely.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
