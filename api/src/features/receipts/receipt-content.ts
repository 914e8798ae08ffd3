import type { Label, Language } from '@innkeeper/contract';
import { formatDay } from '../../platform/http/format-day.ts';
import { formatAmount } from '../../domain/format-amount.ts';
import type { Correction, ReceiptFacts } from './receipt-facts.ts';
import { receiptTexts } from '../../texts/receipts.ts';

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
  readonly headings: Cells;
  readonly lines: readonly Cells[];
  /** The sums; the total comes last. */
  readonly sums: readonly (readonly [label: string, value: string])[];
  /** Null on receipts of cancelled, reversed or refunded sales, and on reversals and refunds. */
  readonly foot: string | null;
}

export type Cells = Readonly<Record<'description' | 'quantity' | 'price' | 'amount', string>>;

/** The page of a receipt in a language. `copy` is the number of the copy; 0 is the original. */
export function createReceiptPage(
  facts: ReceiptFacts,
  { language, copy }: { readonly language: Language; readonly copy: number },
): ReceiptPage {
  const translate = (text: Label) => text[language];
  const formatMoney = (value: string) => formatAmount(value, facts);
  const { hotel, card } = facts;
  const copyMark = copy > 0 ? ` · ${translate(receiptTexts.copy).toUpperCase()} ${copy}` : '';
  const [soldDay = '', time = ''] = facts.sold_at.split(' ');
  const details: readonly (readonly [Label, string | null])[] = [
    [receiptTexts.guest, facts.guest],
    [receiptTexts.transaction, facts.transaction_no],
    [
      facts.reverses === null
        ? receiptTexts.sold
        : facts.refund_reason === null
          ? receiptTexts.reversed
          : receiptTexts.refunded,
      `${formatDay(soldDay, language)} - ${time}`,
    ],
    [receiptTexts.printed, formatDay(facts.receipt_date, language)],
    [
      receiptTexts.card,
      card && `${card.sbec_no} (${formatDay(card.start_date, language)} – ${formatDay(card.end_date, language)})`,
    ],
    [receiptTexts.payment, facts.payment],
    [receiptTexts.reason, facts.refund_reason],
    [receiptTexts.reference, facts.reference_no],
    [receiptTexts.seller, facts.sold_by],
  ];
  const hasDiscount = Number(facts.discount) !== 0;
  const warning = createWarning(facts, language);
  const title = translate(facts.reverses === null ? receiptTexts.receipt : receiptTexts.creditNote);
  return {
    language,
    hotel: hotel.name,
    contact: [
      [hotel.address_1, hotel.address_2, hotel.zip].filter(Boolean).join(', '),
      [hotel.phone_no, hotel.email].filter(Boolean).join(' · '),
    ].filter((text) => text !== ''),
    title: `${title} ${facts.receipt_no}${copyMark}`,
    warning,
    corrections: facts.corrections.map((correction) => formatCorrection(correction, language)),
    facts: details.flatMap(([label, value]) =>
      value === null || value === '' ? [] : [[translate(label), value] as const],
    ),
    headings: {
      description: translate(receiptTexts.description),
      quantity: translate(receiptTexts.quantity),
      price: translate(receiptTexts.price),
      amount: translate(receiptTexts.amount),
    },
    lines: facts.lines.map(({ description, quantity, unit_price, sub_total }) => ({
      description: description ?? '',
      quantity: String(quantity),
      price: formatMoney(unit_price),
      amount: formatMoney(sub_total),
    })),
    sums: [
      ...(hasDiscount
        ? ([
            [translate(receiptTexts.subTotal), formatMoney(facts.sub_total)],
            [translate(receiptTexts.discount), formatMoney(negate(facts.discount))],
          ] as const)
        : []),
      [translate(receiptTexts.total), formatMoney(facts.grand_total)],
    ],
    foot: warning === null ? translate(receiptTexts.thanks) : null,
  };
}

const negate = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

function createWarning(facts: ReceiptFacts, language: Language): string | null {
  const { cancelled_on, void_reason, reversed_by, reverses, refund_reason, refunds } = facts;
  if (cancelled_on !== null) {
    const message = receiptTexts.cancelled({ day: formatDay(cancelled_on, language) })[language];
    return void_reason === null ? message : `${message}: ${void_reason}`;
  }
  if (reversed_by !== null) return receiptTexts.reversedBy({ number: reversed_by })[language];
  if (refunds.length > 0) {
    const refundList = refunds.map(
      ({ transaction_no, amount }) => `${transaction_no} (${formatAmount(amount, facts)})`,
    );
    return receiptTexts.refundedBy({ refunds: refundList.join(', ') })[language];
  }
  if (reverses === null) return null;
  return receiptTexts[refund_reason === null ? 'reverses' : 'refundOf']({ number: reverses })[language];
}

const FIELD_LABELS = {
  type_payment_id: receiptTexts.payment,
  reference_no: receiptTexts.reference,
  marketing_name: receiptTexts.seller,
} as const satisfies Record<Correction['changes'][number]['field'], Label>;

/** `Corrected on 23 May 2026: Payment Cash → Bank transfer (Wrong button)`. */
function formatCorrection({ corrected_on, reason, changes }: Correction, language: Language): string {
  const day = receiptTexts.corrected({ day: formatDay(corrected_on, language) })[language];
  const changeTexts = changes.map(
    ({ field, before, after }) => `${FIELD_LABELS[field][language]} ${before ?? '–'} → ${after ?? '–'}`,
  );
  return `${day}: ${changeTexts.join('; ')}${reason === null ? '' : ` (${reason})`}`;
}
