import { z } from 'zod';
import { choice } from '../fields/kinds.ts';
import { permission } from '../rights/permission.ts';
import { transaction } from '../resources/transaction.ts';
import { bodyOf } from './body.ts';
import type { Calls, JsonOf } from './definition.ts';
import { pathId } from './parameters.ts';
import { day, flag, id, text, textOrNull, integer } from './shapes.ts';

const printedReceipt = z.strictObject({
  id,
  receipt_no: text,
  receipt_date: day.meta({ description: 'Date of the first print, in the hotel’s time zone' }),
  copies: integer,
  is_copy: flag.meta({ description: 'Already printed: this print is marked as a copy' }),
  file_url: text.meta({ description: 'Signed URL of the PDF' }),
});
const receiptMail = z.strictObject({
  receipt_no: text,
  is_copy: flag,
  recipient: textOrNull.meta({ description: 'Null without the right to view members' }),
});

const receiptCall = {
  tag: transaction.labels.en,
  rights: [permission('STORE', transaction.permission), permission('UPDATE', transaction.permission)],
  path: { id: pathId(transaction) },
  write: 'idempotent',
  rejections: [409],
} as const;

/** Receipts of transactions. The first print assigns the hotel's next number; every further print is a copy. */
export const receiptCalls = {
  'POST /api/transaction/{id}/receipt': {
    name: 'printReceipt',
    ...receiptCall,
    summary: { en: 'Print the receipt of a transaction', id: 'Cetak kuitansi transaksi' },
    description:
      'The receipt of a cancelled transaction is marked as cancelled. Every call after the first prints a copy.',
    body: bodyOf({
      fields: {
        language: choice('Language', 'Bahasa', {
          required: true,
          choices: [
            { value: 'en', label: { en: 'English', id: 'Inggris' } },
            { value: 'id', label: { en: 'Indonesian', id: 'Indonesia' } },
          ],
        }),
      },
    }),
    response: z.strictObject({ data: printedReceipt }),
  },
  'POST /api/transaction/{id}/receipt/mail': {
    name: 'mailReceipt',
    ...receiptCall,
    summary: {
      en: 'Email the receipt of a transaction to its member',
      id: 'Kirim kuitansi transaksi ke email anggotanya',
    },
    description: 'Sent as PDF, in the language of the member’s country.',
    body: bodyOf({ fields: {} }),
    response: z.strictObject({ data: receiptMail }),
  },
} satisfies Calls;

export type PrintedReceipt = JsonOf<typeof printedReceipt>;
export type ReceiptMail = JsonOf<typeof receiptMail>;
