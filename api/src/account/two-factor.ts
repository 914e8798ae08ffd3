import { type Label, type RecoveryCodes, type TwoFactorOffer, message, resources } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { type ApiError, fail, invalid } from '../platform/http/fail.ts';
import { inSlot } from '../platform/http/slots.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { type WriteRequest, inTransaction } from '../engine/resources/transaction.ts';
import { requireOwnPassword } from './account.ts';
import { refuseErrors, textOf } from './change-password.ts';
import { requireUsersWithin } from '../access/own-rights.ts';
import { createRecoveryCodes, createSalt, hashRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { atCode, authenticator, checkCode, stepOf } from './second-factor.ts';
import { userInSightSql } from '../access/scope.ts';
import { keepSession } from './session.ts';

/*
 * Two-factor sign-in of a user.
 *
 *   off --password--> offered          a secret is shown; another offer takes its place, and nothing is asked for yet
 *   offered --code of the app--> on    recovery codes are shown, once; all other sessions end
 *   on --password--> on                with other recovery codes
 *   on --password and code--> off      all other sessions end
 *   on --administrator--> off          for a user who lost app and codes; all sessions end
 *
 * A mail tells the user when it went on or off. Neither a new password nor a reset by mail switches it off: a mailbox would be a way round it.
 */

interface Services {
  readonly db: Db;
  readonly outbox: Outbox;
}

type Values = Readonly<Record<string, unknown>>;

const SECRET_BYTES = 20;

const conflict = (text: Label): ApiError => fail('conflict', { message: text });
const IS_ON: Label = {
  en: 'Two-factor sign-in is on; switch it off first.',
  id: 'Verifikasi dua langkah sudah aktif; matikan terlebih dahulu.',
};
const IS_OFF: Label = { en: 'Two-factor sign-in is not on.', id: 'Verifikasi dua langkah tidak aktif.' };
const NOTHING_OFFERED: Label = {
  en: 'There is nothing to confirm any more; please begin anew.',
  id: 'Tidak ada lagi yang perlu dikonfirmasi; silakan mulai dari awal.',
};

const wrongCode = (): ApiError => invalid({ code: [message('wrong_code')] });

/** Offers a secret for an authenticator app. Throws a 409 where two-factor sign-in is on. */
export async function offerTwoFactor({ db }: Services, write: WriteRequest, values: Values): Promise<TwoFactorOffer> {
  const { userId } = write.actor;
  await requireOwnPassword(db, userId, values.current_password, write.now);
  const secret = randomBytes(SECRET_BYTES);
  const recovery_salt = createSalt();
  const owner = await inTransaction(db, write, async ({ tx }) => {
    const offered = await tx
      .insertInto('two_factor')
      .values({ user_id: userId, secret, recovery_salt })
      .onConflict((on) =>
        on.column('user_id').doUpdateSet({ secret, recovery_salt }).where('two_factor.confirmed_at', 'is', null),
      )
      .returning('user_id')
      .execute();
    if (offered.length === 0) throw conflict(IS_ON);
    return tx.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirstOrThrow();
  });
  const app = authenticator(secret, owner.username);
  return { secret: app.secret.base32, uri: app.toString() };
}

/** Switches two-factor sign-in on: the app shows the code of the secret that was offered last. That code serves no more. */
export async function confirmTwoFactor(
  { db, outbox }: Services,
  write: WriteRequest,
  values: Values,
): Promise<RecoveryCodes> {
  const { actor, now } = write;
  const { userId } = actor;
  const typed = textOf(values.code);
  if (typed === '') throw invalid({ code: [message('required')] });
  const offer = await db.kysely
    .selectFrom('two_factor')
    .select(['secret', 'recovery_salt'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  if (!offer) throw conflict(NOTHING_OFFERED);
  const step = stepOf(offer.secret, typed, now);
  const isRight = await db.kysely.transaction().execute((tx) => atCode(tx, userId, now, () => step !== undefined));
  if (!isRight || step === undefined) throw wrongCode();
  const codes = await newCodes(offer.recovery_salt);
  await inTransaction(db, write, async ({ tx }) => {
    await keepSession(tx, actor.sessionId);
    const confirmed = await tx
      .updateTable('two_factor')
      .set({ confirmed_at: now, last_step: step })
      .where('user_id', '=', userId)
      .where('secret', '=', offer.secret)
      .where('confirmed_at', 'is', null)
      .returning('user_id')
      .execute();
    if (confirmed.length === 0) throw conflict(NOTHING_OFFERED);
    await replaceRecoveryCodes(tx, userId, codes.hashes);
    await outbox(tx, { letter: 'two_factor_on', userId });
  });
  return { recovery_codes: codes.texts };
}

const newCodes = (salt: Buffer) =>
  inSlot(async () => {
    const texts = createRecoveryCodes();
    return { texts, hashes: await hashRecoveryCodes(texts, salt) };
  });

/** Other recovery codes; those before serve no more. */
export async function renewRecoveryCodes(
  { db }: Services,
  write: WriteRequest,
  values: Values,
): Promise<RecoveryCodes> {
  const { userId } = write.actor;
  await requireOwnPassword(db, userId, values.current_password, write.now);
  const salt = createSalt();
  const codes = await newCodes(salt);
  await inTransaction(db, write, async ({ tx }) => {
    // The row is held from here on: codes of two renewals at once do not mix.
    const renewed = await tx
      .updateTable('two_factor')
      .set({ recovery_salt: salt })
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .returning('user_id')
      .execute();
    if (renewed.length === 0) throw conflict(IS_OFF);
    await replaceRecoveryCodes(tx, userId, codes.hashes);
  });
  return { recovery_codes: codes.texts };
}

/** Switches the actor's own two-factor sign-in off, by password and code, of the app or for recovery. */
export async function removeOwnTwoFactor({ db, outbox }: Services, write: WriteRequest, values: Values): Promise<void> {
  const { actor, now } = write;
  const code = textOf(values.code);
  refuseErrors({
    ...(textOf(values.current_password) === '' && { current_password: [message('required')] }),
    ...(code === '' && { code: [message('required')] }),
  });
  await requireOwnPassword(db, actor.userId, values.current_password, now);
  const state = await inSlot(() =>
    inTransaction(db, write, async ({ tx }) => {
      const found = await checkCode(tx, actor.userId, code, now);
      if (found !== 'right') return found;
      await keepSession(tx, actor.sessionId);
      await tx.deleteFrom('two_factor').where('user_id', '=', actor.userId).execute();
      await outbox(tx, { letter: 'two_factor_off', userId: actor.userId });
      return found;
    }),
  );
  if (state === 'off') throw conflict(IS_OFF);
  if (state !== 'right') throw wrongCode();
}

/**
 * Switches two-factor sign-in off for another user, who lost app and recovery codes; anybody with that user's password can
 * sign in then, so that it takes the rights that giving another password does. For oneself there is the profile, which asks
 * for password and code.
 */
export async function removeTwoFactorOf({ db, outbox }: Services, write: WriteRequest, id: number): Promise<void> {
  const { actor } = write;
  if (id === actor.userId) throw fail('forbidden');
  await inTransaction(db, write, async ({ tx }) => {
    const { rows } = await sql`select from users
      where id = ${id} and deleted_at is null and ${userInSightSql(actor, sql`users.id`)} for update`.execute(tx);
    if (rows.length === 0) throw fail('record_not_found', { params: { label: resources.users.label, id } });
    await requireUsersWithin(tx, actor, [id], 'id');
    const { numDeletedRows } = await tx
      .deleteFrom('two_factor')
      .where('user_id', '=', id)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw conflict(IS_OFF);
    await outbox(tx, { letter: 'two_factor_off', userId: id });
  });
}
