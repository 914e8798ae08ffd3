import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { networkOf } from '../platform/http/network.ts';
import { inSlot } from '../platform/http/slots.ts';
import { verifyPassword } from '../platform/passwords/password.ts';
import { checkCode } from './second-factor.ts';
import { isKnownNetwork } from './session.ts';
import {
  ACCOUNT_BRAKE,
  KNOWN_NETWORK_BRAKE,
  type Subject,
  callersOf,
  countFailure,
  digestOf,
  forgetFailures,
  lockSubject,
  readWait,
  refuseEarly,
  refuseWaiting,
  tooEarly,
} from '../access/throttle.ts';

/** The credentials that a stranger types, and their address. */
export interface Credentials {
  /** User name or email, in any case. */
  readonly username: string;
  readonly password: string;
  /** A code of the authenticator app, or a recovery code. */
  readonly otp: string | undefined;
  readonly ip: string;
}

/**
 * The judgement of credentials. Only a caller with the password learns that a code is needed or was wrong, or that the
 * password is `void`: its user has more rights now than the one who set it.
 */
type SignInState =
  | { readonly state: 'right' | 'void' | 'code_missing' | 'code_wrong'; readonly userId: number }
  | { readonly state: 'wrong' };

interface Account {
  readonly id: number;
  readonly password: string;
  readonly is_active: boolean;
  readonly is_password_void: boolean;
}

/** The longest text that can be a user name or an email. */
const MAX_NAME = 255;

async function findAccount(tx: Tx, name: string): Promise<Account | undefined> {
  if (name.length > MAX_NAME || name.includes('\0') || !name.isWellFormed()) return undefined;
  // One user's name may be another one's email address; the name goes first.
  const { rows } = await sql<Account>`
    select id, password, is_active, is_password_void from users
    where deleted_at is null and (lower(username) = lower(${name}) or lower(email) = lower(${name}))
    order by lower(username) = lower(${name}) desc limit 1`.execute(tx);
  return rows[0];
}

/** The subject that failures to show who one is are counted against. */
export const accountSubject = (userId: number): Subject => ({ key: `account:${userId}`, brake: ACCOUNT_BRAKE });
const nobodySubject = (name: string): Subject => ({
  key: `account:${digestOf(name.toLowerCase())}`,
  brake: ACCOUNT_BRAKE,
});
/** A user's own network, while the account or the address has to wait. */
const knownSubject = (userId: number, ip: string): Subject => ({
  key: `known:${userId}:${networkOf(ip)}`,
  brake: KNOWN_NETWORK_BRAKE,
});
/** Apart from sign-ins: strangers fail at these, and must not keep a user who is signed in from confirming the password. */
const confirmationSubject = (userId: number): Subject => ({ key: `own_password:${userId}`, brake: ACCOUNT_BRAKE });
const addressSubject = (ip: string): Subject => callersOf('address', ip);

/**
 * The user of a name and a password; `wrong` where no active user has them. It takes the same time
 * either way. Throws a 429 while the account or the address has to wait, but for a right password from a network of its user.
 */
export async function checkCredentials(db: Db, credentials: Credentials, now: Date): Promise<SignInState> {
  const found = await inSlot(() => judge(db, credentials, now));
  if (found.state === 'early') throw tooEarly(found.seconds);
  return found;
}

/** `early` is thrown by the caller, outside of the transaction, so that the failure counts. */
type Judgement = SignInState | { readonly state: 'early'; readonly seconds: number };

const judge = (db: Db, { username, password, otp, ip }: Credentials, now: Date): Promise<Judgement> =>
  db.kysely.transaction().execute(async (tx) => {
    const name = username.trim();
    const account = await findAccount(tx, name);
    const subject = account ? accountSubject(account.id) : nobodySubject(name);
    await lockSubject(tx, subject.key);
    const seconds = await readWait(tx, [subject, addressSubject(ip)], now);
    const known =
      seconds > 0 && account && (await isKnownNetwork(tx, account.id, ip)) ? [knownSubject(account.id, ip)] : [];
    if (known.length > 0) await refuseEarly(tx, known, now);
    else refuseWaiting(seconds);
    const isRight = await verifyPassword(account?.password, password);
    if (account?.is_active && isRight) {
      // Others who guess wait on.
      if (known.length === 0) await forgetFailures(tx, subject.key);
      if (account.is_password_void) return { userId: account.id, state: 'void' };
      const code = await checkCode(tx, account.id, otp, now);
      if (code === 'wrong') await countFailure(tx, [addressSubject(ip)], now);
      return { userId: account.id, state: SIGN_IN_STATE[code] };
    }
    await countFailure(tx, known.length > 0 ? known : [subject, addressSubject(ip)], now);
    return known.length > 0 ? { state: 'early', seconds } : { state: 'wrong' };
  });

const SIGN_IN_STATE = { off: 'right', right: 'right', missing: 'code_missing', wrong: 'code_wrong' } as const;

/** Whether this is the password of a user who is signed in. Throws a 429 while they have to wait. */
export const isOwnPassword = (db: Db, userId: number, password: string, now: Date): Promise<boolean> =>
  inSlot(() =>
    db.kysely.transaction().execute(async (tx) => {
      const subject = confirmationSubject(userId);
      await lockSubject(tx, subject.key);
      await refuseEarly(tx, [subject], now);
      const account = await tx.selectFrom('users').select('password').where('id', '=', userId).executeTakeFirst();
      const isRight = await verifyPassword(account?.password, password);
      await (isRight ? forgetFailures(tx, subject.key) : countFailure(tx, [subject], now));
      return isRight;
    }),
  );
