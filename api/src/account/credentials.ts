import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { networkOf } from '../platform/http/network.ts';
import { limitHashing } from '../platform/http/limiter.ts';
import { verifyPassword } from '../platform/passwords/password.ts';
import { checkCode } from './second-factor.ts';
import { isKnownNetwork } from './session.ts';
import {
  ACCOUNT_RATE_LIMIT,
  KNOWN_NETWORK_RATE_LIMIT,
  type Subject,
  callerSubject,
  countFailure,
  hashSubject,
  clearFailures,
  lockSubject,
  readWait,
  assertNotThrottled,
  assertNoWait,
  tooManyAttemptsError,
} from '../access/throttle.ts';

/** The credentials entered at sign-in, and the client's address. */
export interface Credentials {
  /** User name or email, in any case. */
  readonly username: string;
  readonly password: string;
  /** A code of the authenticator app or a recovery code. */
  readonly otp: string | undefined;
  readonly ip: string;
}

/**
 * The outcome of a credentials check. Only a caller with the right password learns that a code is missing or wrong. A
 * password is `void` if the user now has more rights than the person who set it, and `forbidden` if the role group allows none.
 */
type SignInState =
  | { readonly state: 'right' | 'void' | 'forbidden' | 'code_missing' | 'code_wrong'; readonly userId: number }
  | { readonly state: 'wrong' };

interface Account {
  readonly id: number;
  readonly password: string;
  readonly is_active: boolean;
  readonly is_password_void: boolean;
  readonly allows_password: boolean;
}

/** The maximum length of a user name or an email. */
const MAX_NAME_LENGTH = 255;

async function findAccount(tx: Tx, name: string): Promise<Account | undefined> {
  if (name.length > MAX_NAME_LENGTH || name.includes('\0') || !name.isWellFormed()) return undefined;
  // One user's name may be another one's email address; the user name takes precedence.
  const { rows } = await sql<Account>`
    select id, password, is_active, is_password_void, allows_password(role_group_id) from users
    where deleted_at is null and (lower(username) = lower(${name}) or lower(email) = lower(${name}))
    order by lower(username) = lower(${name}) desc limit 1`.execute(tx);
  return rows[0];
}

/** The subject for failed attempts to prove a user's identity. */
export const accountSubject = (userId: number): Subject => ({
  key: `account:${userId}`,
  rateLimit: ACCOUNT_RATE_LIMIT,
});
const unknownAccountSubject = (name: string): Subject => ({
  key: `account:${hashSubject(name.toLowerCase())}`,
  rateLimit: ACCOUNT_RATE_LIMIT,
});
/** The user's own network, used while the account or the address has to wait. */
const knownNetworkSubject = (userId: number, ip: string): Subject => ({
  key: `known:${userId}:${networkOf(ip)}`,
  rateLimit: KNOWN_NETWORK_RATE_LIMIT,
});
/**
 * Separate from sign-ins: failed sign-ins by strangers must not stop a signed-in user from confirming their password.
 */
const confirmationSubject = (userId: number): Subject => ({
  key: `own_password:${userId}`,
  rateLimit: ACCOUNT_RATE_LIMIT,
});
const addressSubject = (ip: string): Subject => callerSubject('address', ip);

/**
 * Finds the user of a name and a password; `wrong` if no active user matches. Takes the same time either way. Throws a
 * 429 while the account or the address has to wait, unless the password is right and comes from a known network of the
 * user.
 */
export async function checkCredentials(db: Db, credentials: Credentials, now: Date): Promise<SignInState> {
  const outcome = await limitHashing(() => evaluateCredentials(db, credentials, now));
  if (outcome.state === 'early') throw tooManyAttemptsError(outcome.seconds);
  return outcome;
}

/** `early`: the wait is not over. The caller throws it outside of the transaction, which must commit the failure. */
type CredentialCheck = SignInState | { readonly state: 'early'; readonly seconds: number };

const evaluateCredentials = (
  db: Db,
  { username, password, otp, ip }: Credentials,
  now: Date,
): Promise<CredentialCheck> =>
  db.kysely.transaction().execute(async (tx) => {
    const name = username.trim();
    const account = await findAccount(tx, name);
    const subject = account ? accountSubject(account.id) : unknownAccountSubject(name);
    await lockSubject(tx, subject.key);
    const waitSeconds = await readWait(tx, [subject, addressSubject(ip)], now);
    const knownNetworkSubjects =
      waitSeconds > 0 && account && (await isKnownNetwork(tx, account.id, ip))
        ? [knownNetworkSubject(account.id, ip)]
        : [];
    if (knownNetworkSubjects.length > 0) await assertNotThrottled(tx, knownNetworkSubjects, now);
    else assertNoWait(waitSeconds);
    const isValid = await verifyPassword(account?.password, password);
    if (account?.is_active && isValid) {
      // A sign-in from a known network does not shorten the wait of other networks.
      if (knownNetworkSubjects.length === 0) await clearFailures(tx, subject.key);
      if (!account.allows_password) return { userId: account.id, state: 'forbidden' };
      if (account.is_password_void) return { userId: account.id, state: 'void' };
      const codeState = await checkCode(tx, account.id, otp, now);
      if (codeState === 'wrong') await countFailure(tx, [addressSubject(ip)], now);
      return { userId: account.id, state: SIGN_IN_STATE[codeState] };
    }
    await countFailure(tx, knownNetworkSubjects.length > 0 ? knownNetworkSubjects : [subject, addressSubject(ip)], now);
    return knownNetworkSubjects.length > 0 ? { state: 'early', seconds: waitSeconds } : { state: 'wrong' };
  });

const SIGN_IN_STATE = { off: 'right', right: 'right', missing: 'code_missing', wrong: 'code_wrong' } as const;

/** Whether this is the signed-in user's password. Throws a 429 while they have to wait. */
export const verifyOwnPassword = (db: Db, userId: number, password: string, now: Date): Promise<boolean> =>
  limitHashing(() =>
    db.kysely.transaction().execute(async (tx) => {
      const subject = confirmationSubject(userId);
      await lockSubject(tx, subject.key);
      await assertNotThrottled(tx, [subject], now);
      const account = await tx.selectFrom('users').select('password').where('id', '=', userId).executeTakeFirst();
      const isValid = await verifyPassword(account?.password, password);
      await (isValid ? clearFailures(tx, subject.key) : countFailure(tx, [subject], now));
      return isValid;
    }),
  );
