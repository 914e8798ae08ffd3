import { type Label, type RecoveryCodes, type TwoFactorOffer, message, resources } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { type ApiError, apiError, validationError } from '../platform/http/api-error.ts';
import { limitHashing } from '../platform/http/limiter.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { type WriteRequest, runInTransaction } from '../engine/resources/transaction.ts';
import { requireOwnPassword } from './account.ts';
import { assertNoErrors, toText } from './change-password.ts';
import { assertUsersWithinRights } from '../access/own-rights.ts';
import { createRecoveryCodes, createSalt, hashRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { attemptCode, createAuthenticator, checkCode, findStep } from './second-factor.ts';
import { visibleUserSql } from '../access/scope.ts';
import { resumeCurrentSession } from './session.ts';
import { accountTexts } from '../texts/account.ts';

/*
 * Two-factor sign-in of a user.
 *
 *   off --password--> offered: shows a secret; another offer replaces it, and sign-in needs no code yet
 *   offered --code of the app--> on: shows recovery codes once; all other sessions end
 *   on --password--> on: with new recovery codes
 *   on --password and code--> off: all other sessions end; rejected if the role group requires it
 *   on --administrator--> off: for a user who lost app and codes; all sessions end
 *
 * A mail notifies the user when it is switched on or off. Neither a new password nor a reset by mail switches it off,
 * or access to the mailbox would bypass it.
 */

interface Services {
  readonly db: Db;
  readonly outbox: Outbox;
}

type Values = Readonly<Record<string, unknown>>;

const SECRET_BYTES = 20;

const conflictError = (text: Label): ApiError => apiError('conflict', { message: text });

const invalidCodeError = (): ApiError => validationError({ code: [message('wrong_code')] });

/** Offers a secret for an authenticator app. Throws a 409 where two-factor sign-in is on. */
export async function offerTwoFactor({ db }: Services, write: WriteRequest, values: Values): Promise<TwoFactorOffer> {
  const { userId } = write.actor;
  await requireOwnPassword(db, userId, values.current_password, write.now);
  const secret = randomBytes(SECRET_BYTES);
  const recovery_salt = createSalt();
  const owner = await runInTransaction(db, write, async ({ tx }) => {
    const updatedRows = await tx
      .insertInto('two_factor')
      .values({ user_id: userId, secret, recovery_salt })
      .onConflict((oc) =>
        oc.column('user_id').doUpdateSet({ secret, recovery_salt }).where('two_factor.confirmed_at', 'is', null),
      )
      .returning('user_id')
      .execute();
    if (updatedRows.length === 0) throw conflictError(accountTexts.twoFactorOn);
    return tx.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirstOrThrow();
  });
  const app = createAuthenticator(secret, owner.username);
  return { secret: app.secret.base32, uri: app.toString() };
}

/**
 * Switches two-factor sign-in on: the app's code must match the secret that was offered last. That code cannot be used
 * again.
 */
export async function confirmTwoFactor(
  { db, outbox }: Services,
  write: WriteRequest,
  values: Values,
): Promise<RecoveryCodes> {
  const { actor, now } = write;
  const { userId } = actor;
  const inputText = toText(values.code);
  if (inputText === '') throw validationError({ code: [message('required')] });
  const pendingOffer = await db.kysely
    .selectFrom('two_factor')
    .select(['secret', 'recovery_salt'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  if (!pendingOffer) throw conflictError(accountTexts.nothingToConfirm);
  const step = findStep(pendingOffer.secret, inputText, now);
  const isValid = await db.kysely.transaction().execute((tx) => attemptCode(tx, userId, now, () => step !== undefined));
  if (!isValid || step === undefined) throw invalidCodeError();
  const codes = await createHashedCodes(pendingOffer.recovery_salt);
  await runInTransaction(db, write, async ({ tx }) => {
    const updatedRows = await tx
      .updateTable('two_factor')
      .set({ confirmed_at: now, last_step: step })
      .where('user_id', '=', userId)
      .where('secret', '=', pendingOffer.secret)
      .where('confirmed_at', 'is', null)
      .returning('user_id')
      .execute();
    if (updatedRows.length === 0) throw conflictError(accountTexts.nothingToConfirm);
    await resumeCurrentSession(tx, actor.sessionId);
    await replaceRecoveryCodes(tx, userId, codes.hashes);
    await outbox(tx, { letter: 'two_factor_on', userId });
  });
  return { recovery_codes: codes.texts };
}

const createHashedCodes = (salt: Buffer) =>
  limitHashing(async () => {
    const texts = createRecoveryCodes();
    return { texts, hashes: await hashRecoveryCodes(texts, salt) };
  });

/** Creates new recovery codes; the old ones become invalid. */
export async function renewRecoveryCodes(
  { db }: Services,
  write: WriteRequest,
  values: Values,
): Promise<RecoveryCodes> {
  const { userId } = write.actor;
  await requireOwnPassword(db, userId, values.current_password, write.now);
  const salt = createSalt();
  const codes = await createHashedCodes(salt);
  await runInTransaction(db, write, async ({ tx }) => {
    // Locks the row, so that codes of two concurrent renewals do not mix.
    const updatedRows = await tx
      .updateTable('two_factor')
      .set({ recovery_salt: salt })
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .returning('user_id')
      .execute();
    if (updatedRows.length === 0) throw conflictError(accountTexts.twoFactorOff);
    await replaceRecoveryCodes(tx, userId, codes.hashes);
  });
  return { recovery_codes: codes.texts };
}

/** Switches the actor's own two-factor sign-in off, with the password and a code of the app or a recovery code. */
export async function removeOwnTwoFactor({ db, outbox }: Services, write: WriteRequest, values: Values): Promise<void> {
  const { actor, now } = write;
  const code = toText(values.code);
  assertNoErrors({
    ...(toText(values.current_password) === '' && { current_password: [message('required')] }),
    ...(code === '' && { code: [message('required')] }),
  });
  await requireOwnPassword(db, actor.userId, values.current_password, now);
  const state = await limitHashing(() =>
    runInTransaction(db, write, async ({ tx }) => {
      if (await isSecondFactorRequired(tx, actor.userId)) throw conflictError(accountTexts.twoFactorRequired);
      const codeState = await checkCode(tx, actor.userId, code, now);
      if (codeState !== 'right') return codeState;
      await tx.deleteFrom('two_factor').where('user_id', '=', actor.userId).execute();
      await resumeCurrentSession(tx, actor.sessionId);
      await outbox(tx, { letter: 'two_factor_off', userId: actor.userId });
      return codeState;
    }),
  );
  if (state === 'off') throw conflictError(accountTexts.twoFactorOff);
  if (state !== 'right') throw invalidCodeError();
}

async function isSecondFactorRequired(tx: Tx, userId: number): Promise<boolean> {
  const group = await tx
    .selectFrom('users')
    .innerJoin('role_group', 'role_group.id', 'users.role_group_id')
    .select('is_second_factor_required')
    .where('users.id', '=', userId)
    .where('role_group.deleted_at', 'is', null)
    .executeTakeFirst();
  return group?.is_second_factor_required === true;
}

/**
 * Switches two-factor sign-in off for another user who lost app and recovery codes. Afterwards the password alone is
 * enough to sign in, so this requires the same rights as setting a user's password. Users switch off their own in the
 * profile, which requires password and code.
 */
export async function removeTwoFactorOfUser({ db, outbox }: Services, write: WriteRequest, id: number): Promise<void> {
  const { actor } = write;
  if (id === actor.userId) throw apiError('forbidden');
  await runInTransaction(db, write, async ({ tx }) => {
    const { rows } = await sql`select from users
      where id = ${id} and deleted_at is null and ${visibleUserSql(actor, sql`users.id`)} for update`.execute(tx);
    if (rows.length === 0) throw apiError('record_not_found', { params: { label: resources.users.label, id } });
    await assertUsersWithinRights(tx, actor, [id], 'id');
    const { numDeletedRows } = await tx
      .deleteFrom('two_factor')
      .where('user_id', '=', id)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw conflictError(accountTexts.twoFactorOff);
    await outbox(tx, { letter: 'two_factor_off', userId: id });
  });
}
