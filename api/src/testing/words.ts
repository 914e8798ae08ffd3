import { inMonths } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { SaleType, Words, Year } from './word.ts';
import { actWords } from './words-of-acts.ts';
import { guestWords } from './words-of-guests.ts';
import { memberWords } from './words-of-members.ts';
import { voucherWords } from './words-of-vouchers.ts';
import { workWords } from './words-of-work.ts';

/** All words, over the year up to the present month. */
export async function wordsOf(db: Db, now: Date): Promise<Words> {
  const monthAt = (back: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
  const [from, to] = [monthAt(11), monthAt(0)];
  const year: Year = { query: `?from=${from}&to=${to}`, within: (column) => inMonths(column, from, to) };
  const { rows: types } = await sql<SaleType>`
    select d.id, d.code, d.name from option_detail d join option o on o.id = d.option_id
    where o.slug = 'transaction-type' and d.code in ('1', '2', '3', '6')`.execute(db.kysely);
  return { ...memberWords(year), ...actWords(year, types), ...voucherWords(year), ...guestWords, ...workWords };
}
