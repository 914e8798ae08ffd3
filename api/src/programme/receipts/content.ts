import type { Label, Language } from '@innkeeper/contract';
import { dayInWords } from '../../platform/http/day-in-words.ts';
import { amountIn } from '../places/in-words.ts';
import type { Correction, ReceiptFacts } from './facts.ts';

const WORDS = {
  receipt: { en: 'Receipt', id: 'Kuitansi' },
  creditNote: { en: 'Credit note', id: 'Nota kredit' },
  copy: { en: 'Copy', id: 'Salinan' },
  cancelled: { en: 'Cancelled on {day}', id: 'Dibatalkan pada {day}' },
  reversedBy: { en: 'Reversed by {number}', id: 'Dibalik dengan {number}' },
  reverses: { en: 'Reversal of {number}', id: 'Pembalikan {number}' },
  refundedBy: { en: 'Refunded: {refunds}', id: 'Dana dikembalikan: {refunds}' },
  refundOf: { en: 'Refund of {number}', id: 'Pengembalian dana {number}' },
  corrected: { en: 'Corrected on {day}', id: 'Dikoreksi pada {day}' },
  guest: { en: 'Guest', id: 'Tamu' },
  transaction: { en: 'Transaction', id: 'Transaksi' },
  sold: { en: 'Date of sale', id: 'Tanggal penjualan' },
  reversed: { en: 'Date of reversal', id: 'Tanggal pembalikan' },
  refunded: { en: 'Date of refund', id: 'Tanggal pengembalian dana' },
  reason: { en: 'Reason', id: 'Alasan' },
  printed: { en: 'Printed on', id: 'Dicetak pada' },
  card: { en: 'Card', id: 'Kartu' },
  payment: { en: 'Payment', id: 'Pembayaran' },
  reference: { en: 'Official receipt', id: 'Kuitansi resmi' },
  seller: { en: 'Sold by', id: 'Dijual oleh' },
  description: { en: 'Description', id: 'Uraian' },
  quantity: { en: 'Qty', id: 'Jml' },
  price: { en: 'Price', id: 'Harga' },
  amount: { en: 'Amount', id: 'Jumlah' },
  subTotal: { en: 'Sub total', id: 'Subtotal' },
  discount: { en: 'Discount', id: 'Diskon' },
  total: { en: 'Total', id: 'Total' },
  thanks: { en: 'Thank you, and see you again.', id: 'Terima kasih, sampai jumpa kembali.' },
} as const satisfies Record<string, Label>;

/** A receipt as it is read, from its head to its foot. */
export interface ReceiptPage {
  readonly language: Language;
  readonly hotel: string;
  /** Address and how to reach the hotel. */
  readonly contact: readonly string[];
  readonly title: string;
  /** Says that its sale was cancelled, and why; or reversed or refunded, or that it is a reversal or refund. */
  readonly warning: string | null;
  /** A line for each correction since it was printed. */
  readonly corrections: readonly string[];
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly heads: Cells;
  readonly lines: readonly Cells[];
  /** The sums; the total is the last. */
  readonly sums: readonly (readonly [label: string, value: string])[];
  /** Null on paper of a sale that is cancelled, reversed or refunded, or of its reversal or refund. */
  readonly foot: string | null;
}

export type Cells = Readonly<Record<'description' | 'quantity' | 'price' | 'amount', string>>;

/** The page of a receipt in a language; `copy` is the number of the copy: 0 is the original. */
export function receiptPage(
  facts: ReceiptFacts,
  { language, copy }: { readonly language: Language; readonly copy: number },
): ReceiptPage {
  const say = (word: keyof typeof WORDS) => WORDS[word][language];
  const money = (value: string) => amountIn(value, facts);
  const { hotel, card } = facts;
  const mark = copy > 0 ? ` · ${say('copy').toUpperCase()} ${copy}` : '';
  const [soldOn = '', time = ''] = facts.sold_at.split(' ');
  const said: readonly (readonly [keyof typeof WORDS, string | null])[] = [
    ['guest', facts.guest],
    ['transaction', facts.transaction_no],
    [
      facts.reverses === null ? 'sold' : facts.refund_reason === null ? 'reversed' : 'refunded',
      `${dayInWords(soldOn, language)} - ${time}`,
    ],
    ['printed', dayInWords(facts.receipt_date, language)],
    [
      'card',
      card && `${card.sbec_no} (${dayInWords(card.start_date, language)} – ${dayInWords(card.end_date, language)})`,
    ],
    ['payment', facts.payment],
    ['reason', facts.refund_reason],
    ['reference', facts.reference_no],
    ['seller', facts.sold_by],
  ];
  const isReduced = Number(facts.discount) !== 0;
  const warning = warningOf(facts, language);
  const title = say(facts.reverses === null ? 'receipt' : 'creditNote');
  return {
    language,
    hotel: hotel.name,
    contact: [
      [hotel.address_1, hotel.address_2, hotel.zip].filter(Boolean).join(', '),
      [hotel.phone_no, hotel.email].filter(Boolean).join(' · '),
    ].filter((text) => text !== ''),
    title: `${title} ${facts.receipt_no}${mark}`,
    warning,
    corrections: facts.corrections.map((correction) => correctionLine(correction, language)),
    facts: said.flatMap(([word, value]) => (value === null || value === '' ? [] : [[say(word), value] as const])),
    heads: {
      description: say('description'),
      quantity: say('quantity'),
      price: say('price'),
      amount: say('amount'),
    },
    lines: facts.lines.map(({ description, quantity, unit_price, sub_total }) => ({
      description: description ?? '',
      quantity: String(quantity),
      price: money(unit_price),
      amount: money(sub_total),
    })),
    sums: [
      ...(isReduced
        ? ([
            [say('subTotal'), money(facts.sub_total)],
            [say('discount'), money(negated(facts.discount))],
          ] as const)
        : []),
      [say('total'), money(facts.grand_total)],
    ],
    foot: warning === null ? say('thanks') : null,
  };
}

const negated = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

function warningOf(facts: ReceiptFacts, language: Language): string | null {
  const { cancelled_on, void_reason, reversed_by, reverses, refund_reason, refunds } = facts;
  const say = (word: 'cancelled' | 'reversedBy' | 'reverses' | 'refundedBy' | 'refundOf', what: string) =>
    WORDS[word][language].replace(/\{\w+\}/, () => what);
  if (cancelled_on !== null) {
    const cancelled = say('cancelled', dayInWords(cancelled_on, language));
    return void_reason === null ? cancelled : `${cancelled}: ${void_reason}`;
  }
  if (reversed_by !== null) return say('reversedBy', reversed_by);
  if (refunds.length > 0)
    return say(
      'refundedBy',
      refunds.map(({ transaction_no, amount }) => `${transaction_no} (${amountIn(amount, facts)})`).join(', '),
    );
  if (reverses === null) return null;
  return say(refund_reason === null ? 'reverses' : 'refundOf', reverses);
}

const LABELS = {
  type_payment_id: WORDS.payment,
  reference_no: WORDS.reference,
  marketing_name: WORDS.seller,
} as const satisfies Record<Correction['changes'][number]['field'], Label>;

/** `Corrected on 23 May 2026: Payment Cash → Bank transfer (Wrong button)`. */
function correctionLine({ corrected_on, reason, changes }: Correction, language: Language): string {
  const day = WORDS.corrected[language].replace('{day}', () => dayInWords(corrected_on, language));
  const what = changes.map(
    ({ field, before, after }) => `${LABELS[field][language]} ${before ?? '–'} → ${after ?? '–'}`,
  );
  return `${day}: ${what.join('; ')}${reason === null ? '' : ` (${reason})`}`;
}
