import { z } from 'zod';
import { LANGUAGES } from '../messages.ts';
import { permission } from '../permission.ts';
import { transaction } from '../resources/transaction.ts';
import { body, choiceField } from './body.ts';
import type { Calls, Read } from './call.ts';
import { pathId } from './parameters.ts';
import { day, flag, id, text, textOrNull, whole } from './shapes.ts';

const printed = z.strictObject({
  id,
  receipt_no: text,
  receipt_date: day.meta({ description: 'The day on which it was printed first, at its hotel' }),
  copies: whole,
  is_copy: flag.meta({ description: 'It was printed before: what is printed now says that it is a copy' }),
  file_url: text.meta({ description: 'Signed address of the PDF' }),
});
const mailed = z.strictObject({
  receipt_no: text,
  is_copy: flag,
  recipient: textOrNull.meta({ description: 'Null for who may not see members' }),
});

const shared = {
  tag: transaction.labels.en,
  rights: [permission('STORE', transaction.permission), permission('UPDATE', transaction.permission)],
  path: { id: pathId(transaction) },
  write: 'once',
  refusals: [409],
} as const;

/** Receipts of transactions. The first print gives the number, the next one of the hotel; every other is a copy. */
export const receiptCalls = {
  'POST /api/transaction/{id}/receipt': {
    ...shared,
    summary: { en: 'Print the receipt of a transaction', id: 'Cetak kuitansi transaksi' },
    description: 'Of a transaction that was cancelled it says so. Each call but the first prints a copy.',
    body: body({ language: choiceField(LANGUAGES) }),
    answer: z.strictObject({ data: printed }),
  },
  'POST /api/transaction/{id}/receipt/mail': {
    ...shared,
    summary: { en: 'Mail the receipt of a transaction to its member', id: 'Kirim kuitansi transaksi ke anggotanya' },
    description: 'As PDF, in the language of the member’s country.',
    body: body({}),
    answer: z.strictObject({ data: mailed }),
  },
} satisfies Calls;

export type PrintedReceipt = Read<typeof printed>;
export type MailedReceipt = Read<typeof mailed>;
