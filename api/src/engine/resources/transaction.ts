import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { type Label, type ResourceDefinition, message } from '@innkeeper/contract';
import { type Db, type Patience, type Schema, type Tx, patienceSql } from '@innkeeper/db';
import { type TransactionBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { LookUps } from './look-ups.ts';
import type { Across } from './behaviour.ts';
import { checkStamp, stampSql } from '../../access/stamp.ts';
import { type ApiError, fail, invalid } from '../../platform/http/fail.ts';
import type { WriteContext } from './behaviour.ts';
import { tokenField } from './tokens.ts';

/** Who writes, when, from where and by which request: what the operation log keeps beside the change itself. */
export interface WriteRequest {
  readonly actor: Actor;
  readonly now: Date;
  readonly ip: string;
  readonly requestId: string;
  /** IANA zone of local times in the body. */
  readonly timeZone: string;
  /** How long its statements may take, where that is longer than a person waits. */
  readonly patience?: Patience;
}

export interface Answer {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
  /** What goes out in its place, this once: it shows what is kept nowhere. Who asks again for the same key gets the body. */
  readonly shownOnce?: string;
}

const ATTEMPTS = 3;
const SERIALIZATION = new Set(['40001', '40P01']);

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/**
 * Runs a write as one transaction that the log can name. A deadlock is tried again: nothing of the first attempt is left. So is
 * what has to be counted before it may be told.
 */
export const inTransaction = <T>(
  db: Db,
  request: WriteRequest,
  work: (context: WriteContext) => Promise<T>,
): Promise<T> => attempt(() => db.kysely.transaction(), db, request, work);

/**
 * Asks what a write would do, in a transaction in which the database itself writes nothing and holds no row: others write
 * meanwhile as they like.
 */
export const inCheck = <T>(db: Db, request: WriteRequest, work: (context: WriteContext) => Promise<T>): Promise<T> =>
  attempt(
    () => db.kysely.transaction().setAccessMode('read only'),
    db,
    request,
    (context) => work({ ...context, check: new Map() }),
  );

async function attempt<T>(
  start: () => TransactionBuilder<Schema>,
  db: Db,
  request: WriteRequest,
  work: (context: WriteContext) => Promise<T>,
): Promise<T> {
  const across: Across = { counted: new Set(), found: new Set() };
  for (let attempt = 1; ;) {
    try {
      return await start().execute(async (tx) => {
        await begin(tx, request);
        return work({ tx, actor: request.actor, now: request.now, across });
      });
    } catch (error) {
      const closed = monthRefusal(error);
      if (closed) throw closed;
      if (error instanceof LookUps) await error.count(db, request, across);
      else if (attempt === ATTEMPTS || !SERIALIZATION.has(codeOf(error))) throw error;
      else attempt += 1;
    }
  }
}

async function begin(tx: Tx, { actor, now, ip, requestId, patience }: WriteRequest): Promise<void> {
  const { rows } = await sql<{ stamp: string | null }>`
    select set_config('innkeeper.actor', ${String(actor.userId)}, true), set_config('innkeeper.ip', ${isIP(ip) ? ip : ''}, true),
           set_config('innkeeper.request_id', ${requestId}, true), ${stampSql(actor, now)} as stamp
           ${sql.raw(patience ? `, ${patienceSql(patience)}` : '')}`.execute(tx);
  checkStamp(actor, rows[0]?.stamp ?? null);
}

// Doing something once ---------------------------------------------------------------------------------------------------

export interface OnceKey {
  readonly key: string;
  /** SHA-256 over method, path and body. */
  readonly hash: Buffer;
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/** The Idempotency-Key of a request with the hash of what it asks. Throws a 422 for a key that cannot be one. */
export function onceKey(key: string, ...asked: readonly unknown[]): OnceKey {
  if (!KEY.test(key)) throw invalid({ 'Idempotency-Key': [message('pattern')] });
  return { key, hash: createHash('sha256').update(JSON.stringify(asked)).digest() };
}

/**
 * Runs a write at most once for a key: the answer is kept in the write's own transaction, so there is no moment at which one
 * stands without the other. A second request with the key waits for the first and gets its answer.
 */
export async function once(
  context: WriteContext,
  once: OnceKey | undefined,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!once) return work();
  const { tx, actor } = context;
  const { key, hash } = once;
  await sql`delete from idempotency_key where actor_id = ${actor.userId} and key = ${key} and created_at < now() - kept_answers(actor_id)`.execute(
    tx,
  );
  const taken =
    await sql`insert into idempotency_key (actor_id, key, request_hash) values (${actor.userId}, ${key}, ${hash})
    on conflict do nothing returning 1`.execute(tx);
  if (taken.rows.length === 0) {
    const { rows } = await sql<{ request_hash: Buffer; status: number; answer: string }>`
      select request_hash, status, answer from idempotency_key where actor_id = ${actor.userId} and key = ${key}`.execute(
      tx,
    );
    const first = rows[0];
    if (!first) throw fail('conflict', { headers: { 'retry-after': '1' } });
    if (!first.request_hash.equals(hash)) throw invalid({ 'Idempotency-Key': [message('same_key_other_body')] });
    return { status: first.status, body: first.answer };
  }
  const answer = await work();
  await sql`update idempotency_key set status = ${answer.status}, answer = ${answer.body}
    where actor_id = ${actor.userId} and key = ${key}`.execute(tx);
  return answer;
}

// The database's own guards ------------------------------------------------------------------------------------------------

/** Constraints that say more than that a value of a field is taken or wrong. */
const REFUSALS = {
  voucher_redeem_member_voucher_id_key: () => fail('already_redeemed', { message: REDEEMED_JUST_NOW }),
  voucher_redeem_owner_fkey: () => fail('wrong_member'),
  member_card_period_excl: () =>
    fail('conflict', { message: CARDS_OVERLAP, errors: { start_date: [message('taken')] } }),
  member_merged_into_id_check: () => fail('conflict', { message: MERGED }),
  transaction_grand_total_check: () => fail('conflict', { message: DISCOUNT_ABOVE_REST }),
  transaction_sale_settled: (field: string | undefined) => settled(field),
  transaction_detail_sale_settled: (field: string | undefined) => settled(field),
  transaction_hotel_settled: (field: string | undefined) => settled(field, TRANSACTION_STAYS),
  visit_hotel_settled: (field: string | undefined) => settled(field, VISIT_STAYS),
  visit_member_settled: (field: string | undefined) => settled(field, VISIT_IS_MOVED),
  transaction_reversal_settled: (field: string | undefined) => settled(field, REVERSAL_STANDS),
  transaction_reverses_id_key: () => fail('conflict', { message: REVERSED_ALREADY }),
  month_closed: (month: string | undefined) => monthClosed(month),
  month_closed_place: () => fail('month_closed', { message: PLACE_STAYS }),
  term_end_applied: (field: string | undefined) => settled(field, DECISION_APPLIED),
  receipt_settled: (field: string | undefined) => settled(field),
  member_voucher_number_settled: (field: string | undefined) => settled(field, VOUCHER_IS_REISSUED),
  member_voucher_extended_once: (field: string | undefined) => settled(field, EXTENDED_ONCE),
  member_voucher_extension_reason: () => invalid({ remark: [message('extension_reason')] }),
  member_voucher_extension_limit: () => invalid({ valid_until_date: [message('extension_limit')] }),
} satisfies Record<string, (field: string | undefined) => ApiError>;
const settled = (field: string | undefined, text?: Label): ApiError =>
  fail('settled', {
    ...(text && { message: text }),
    ...(field !== undefined && { errors: { [field]: [message('settled')] } }),
  });
/** The refusal of a write whose day lies in a closed month, named as `2026-10 Indonesia`. */
export const monthClosed = (month: string | undefined): ApiError =>
  fail('month_closed', { params: { month: month ?? '' } });
const REDEEMED_JUST_NOW = {
  en: 'This voucher was redeemed already.',
  id: 'Voucher ini sudah ditukar.',
};
const CARDS_OVERLAP = {
  en: 'The member has another active card in these days.',
  id: 'Anggota memiliki kartu aktif lain pada hari-hari ini.',
};
const MERGED = {
  en: 'This member was merged into another one: undo the merge to bring it back.',
  id: 'Anggota ini telah digabung ke anggota lain: urungkan penggabungan untuk memulihkannya.',
};
const DISCOUNT_ABOVE_REST = {
  en: 'The discount would be more than what is left of the transaction: lower it first.',
  id: 'Diskon akan melebihi sisa transaksi: turunkan terlebih dahulu.',
};
const TRANSACTION_STAYS = {
  en: 'A transaction stays at its hotel: delete it and enter it at the right one.',
  id: 'Transaksi tetap di hotelnya: hapus lalu masukkan di hotel yang benar.',
};
const VISIT_STAYS = {
  en: 'A visit stays at its hotel: delete it and post it at the right one.',
  id: 'Kunjungan tetap di hotelnya: hapus lalu catat di hotel yang benar.',
};
const VISIT_IS_MOVED = {
  en: 'A visit goes to another member by moving it.',
  id: 'Kunjungan berpindah ke anggota lain dengan memindahkannya.',
};
const DECISION_APPLIED = {
  en: 'The membership was renewed with this decision: cancel the renewal first.',
  id: 'Keanggotaan sudah diperpanjang dengan keputusan ini: batalkan perpanjangannya terlebih dahulu.',
};
const VOUCHER_IS_REISSUED = {
  en: 'A voucher gets another number by re-issuing it.',
  id: 'Nomor voucher diganti dengan menerbitkannya ulang.',
};
const EXTENDED_ONCE = {
  en: 'This voucher was extended already: that is possible once.',
  id: 'Voucher ini sudah pernah diperpanjang: hanya dapat dilakukan sekali.',
};

const REVERSAL_STANDS = {
  en: 'A reversal stands as it was made: sell again.',
  id: 'Pembalikan tidak dapat diubah atau dibatalkan: jual lagi.',
};
const REVERSED_ALREADY = {
  en: 'This transaction was reversed already.',
  id: 'Transaksi ini sudah dibalik.',
};
const PLACE_STAYS = {
  en: 'Months of this country are closed: its hotels with bills stay in their country and time zone, or the days of what happened there would move.',
  id: 'Negara ini memiliki bulan yang sudah ditutup: hotel yang memiliki transaksi tetap di negara dan zona waktunya, agar tanggalnya tidak bergeser.',
};

const isRefusal = (constraint: string): constraint is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, constraint);

/** The refusal that a constraint stands for, where something is only checked. */
export const refusalBy = (constraint: string, field?: string): ApiError | undefined =>
  isRefusal(constraint) ? REFUSALS[constraint](field) : undefined;

const namedIn =
  (error: unknown) =>
  (part: 'constraint' | 'table' | 'column' | 'detail'): string =>
    error instanceof Error && part in error ? String(Reflect.get(error, part)) : '';

/** The refusal of the database to write into a closed month, whichever table a write came to; undefined for any other error. */
function monthRefusal(error: unknown): ApiError | undefined {
  const named = namedIn(error);
  const constraint = named('constraint');
  return constraint.startsWith('month_closed') ? refusalBy(constraint, named('detail')) : undefined;
}

/** The refusal that a violated constraint stands for; undefined for any other error. Constraints are named after their fields. */
export function constraintError(d: ResourceDefinition, error: unknown): ApiError | undefined {
  const code = codeOf(error);
  const closed = monthRefusal(error);
  if (closed) return closed;
  const named = namedIn(error);
  const constraint = named('constraint');
  const isField = named('table') === d.key && Object.hasOwn(d.fields, named('column'));
  const known = refusalBy(constraint, isField ? named('column') : undefined);
  if (known) return known;
  if (code === '23505') {
    const unique = d.unique?.find(({ fields }) => constraint === `${d.key}_${fields.join('_')}_key`);
    if (unique) return invalid({ [unique.fields.at(-1) ?? 'id']: [message('taken')] });
    const token = tokenField(d);
    if (token !== undefined && constraint === `${d.key}_${token}_key`) return invalid({ [token]: [message('taken')] });
  }
  const field = Object.keys(d.fields).find(
    (name) => constraint === `${d.key}_${name}_fkey` || constraint === `${d.key}_${name}_check`,
  );
  if (code === '23503' && field) return invalid({ [field]: [message('reference')] });
  if (code === '23514' && field) return invalid({ [field]: [message('pattern')] });
  if (code === '22003' || code === '22021') return fail('validation_failed', { cause: error });
  return undefined;
}
