import type { Label, Language } from '@innkeeper/contract';
import { formatDay } from '../../platform/http/format-day.ts';
import { formatAmount } from '../../domain/format-amount.ts';
import type { Correction, ReceiptFacts } from './receipt-facts.ts';

const TEXTS = {
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
  thanks: { en: 'Thank you. We hope to see you again.', id: 'Terima kasih, sampai jumpa kembali.' },
} as const satisfies Record<string, Label>;

/** A receipt as printed, from top to bottom. */
export interface ReceiptPage {
  readonly language: Language;
  readonly hotel: string;
  /** Address and contact details of the hotel. */
  readonly contact: readonly string[];
  readonly title: string;
  /**
   * States that the sale was cancelled, and why; or that it was reversed or refunded; or that this is a reversal or
   * refund.
   */
  readonly warning: string | null;
  /** One line per correction since printing. */
  readonly corrections: readonly string[];
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly heads: Cells;
  readonly lines: readonly Cells[];
  /** The sums; the total comes last. */
  readonly sums: readonly (readonly [label: string, value: string])[];
  /** Null on receipts of cancelled, reversed or refunded sales, and on reversals and refunds. */
  readonly foot: string | null;
}

export type Cells = Readonly<Record<'description' | 'quantity' | 'price' | 'amount', string>>;

/** The page of a receipt in a language. `copy` is the number of the copy; 0 is the original. */
export function receiptPage(
  facts: ReceiptFacts,
  { language, copy }: { readonly language: Language; readonly copy: number },
): ReceiptPage {
  const translate = (labelKey: keyof typeof TEXTS) => TEXTS[labelKey][language];
  const money = (value: string) => formatAmount(value, facts);
  const { hotel, card } = facts;
  const mark = copy > 0 ? ` · ${translate('copy').toUpperCase()} ${copy}` : '';
  const [soldDay = '', time = ''] = facts.sold_at.split(' ');
  const details: readonly (readonly [keyof typeof TEXTS, string | null])[] = [
    ['guest', facts.guest],
    ['transaction', facts.transaction_no],
    [
      facts.reverses === null ? 'sold' : facts.refund_reason === null ? 'reversed' : 'refunded',
      `${formatDay(soldDay, language)} - ${time}`,
    ],
    ['printed', formatDay(facts.receipt_date, language)],
    [
      'card',
      card && `${card.sbec_no} (${formatDay(card.start_date, language)} – ${formatDay(card.end_date, language)})`,
    ],
    ['payment', facts.payment],
    ['reason', facts.refund_reason],
    ['reference', facts.reference_no],
    ['seller', facts.sold_by],
  ];
  const isReduced = Number(facts.discount) !== 0;
  const warning = warningOf(facts, language);
  const title = translate(facts.reverses === null ? 'receipt' : 'creditNote');
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
    facts: details.flatMap(([labelKey, value]) =>
      value === null || value === '' ? [] : [[translate(labelKey), value] as const],
    ),
    heads: {
      description: translate('description'),
      quantity: translate('quantity'),
      price: translate('price'),
      amount: translate('amount'),
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
            [translate('subTotal'), money(facts.sub_total)],
            [translate('discount'), money(negated(facts.discount))],
          ] as const)
        : []),
      [translate('total'), money(facts.grand_total)],
    ],
    foot: warning === null ? translate('thanks') : null,
  };
}

const negated = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

function warningOf(facts: ReceiptFacts, language: Language): string | null {
  const { cancelled_on, void_reason, reversed_by, reverses, refund_reason, refunds } = facts;
  const translate = (labelKey: 'cancelled' | 'reversedBy' | 'reverses' | 'refundedBy' | 'refundOf', what: string) =>
    TEXTS[labelKey][language].replace(/\{\w+\}/, () => what);
  if (cancelled_on !== null) {
    const cancelled = translate('cancelled', formatDay(cancelled_on, language));
    return void_reason === null ? cancelled : `${cancelled}: ${void_reason}`;
  }
  if (reversed_by !== null) return translate('reversedBy', reversed_by);
  if (refunds.length > 0)
    return translate(
      'refundedBy',
      refunds.map(({ transaction_no, amount }) => `${transaction_no} (${formatAmount(amount, facts)})`).join(', '),
    );
  if (reverses === null) return null;
  return translate(refund_reason === null ? 'reverses' : 'refundOf', reverses);
}

const LABELS = {
  type_payment_id: TEXTS.payment,
  reference_no: TEXTS.reference,
  marketing_name: TEXTS.seller,
} as const satisfies Record<Correction['changes'][number]['field'], Label>;

/** `Corrected on 23 May 2026: Payment Cash → Bank transfer (Wrong button)`. */
function correctionLine({ corrected_on, reason, changes }: Correction, language: Language): string {
  const day = TEXTS.corrected[language].replace('{day}', () => formatDay(corrected_on, language));
  const what = changes.map(
    ({ field, before, after }) => `${LABELS[field][language]} ${before ?? '–'} → ${after ?? '–'}`,
  );
  return `${day}: ${what.join('; ')}${reason === null ? '' : ` (${reason})`}`;
}
