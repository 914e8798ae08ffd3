import type { Nested, ResourceDefinition } from './resource.ts';

/** Codes of `transaction-type` that sell a membership. */
export const SALE_TYPE = { sale: 1, renewal: 2, free: 3 } as const;
export type SaleType = (typeof SALE_TYPE)[keyof typeof SALE_TYPE];

const SALE_CODES: ReadonlySet<unknown> = new Set(Object.values(SALE_TYPE).map(String));

/** Whether a record is a sale, or a line of one. */
export function isOfSale(d: ResourceDefinition, record: Readonly<Record<string, unknown>>): boolean {
  if (!d.sale) return false;
  let at: unknown = record;
  for (const key of [...d.sale.type.split('.'), 'code'])
    at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined;
  return SALE_CODES.has(at);
}

/** Whether a field of a record stands as it was made: an update that changes it is a 409 `settled`. */
export const isSettled = (d: ResourceDefinition, name: string, record: Readonly<Record<string, unknown>>): boolean =>
  d.fields[name]?.fixed === true || (isOfSale(d, record) && d.sale?.but.includes(name) === false);

/** How many days back a sale may be written down. */
export const SALE_DAYS_BACK = 31;

/** A voucher that comes with a membership, as a guest gets it at a hotel. */
export interface OfferedVoucher {
  readonly id: number;
  readonly name: string;
  readonly name_id: string;
  readonly quantity: number;
  /** In the hotel's currency, 3 decimals. */
  readonly nominal: string;
  /** Good at this hotel alone. */
  readonly is_restricted: boolean;
}

/** A membership that can be sold, renewed to or given at a hotel on a day. */
export interface Offer {
  readonly membership: Nested;
  /** What it costs there for this kind of sale, in the hotel's currency, 3 decimals; zero where it is free. */
  readonly price: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly validity_months: number;
  readonly rank: number;
  readonly benefits: string | null;
  readonly benefits_url: string | null;
  /** Its vouchers are good only in the region in which the card is sold. */
  readonly is_regional: boolean;
  readonly min_visit: number;
  readonly min_visit_to_upgrade: number;
  readonly vouchers: readonly OfferedVoucher[];
}

/** `data` of `GET /api/transaction/offers?hotel_id=&type=&member_id=&transaction_date=`. */
export interface Offers {
  readonly hotel: Nested;
  /** The day of the sale there, `YYYY-MM-DD`. */
  readonly day: string;
  readonly currency: string;
  readonly decimals: number;
  /** Local currency for a US dollar; null where it is not known. */
  readonly usd_rate: string | null;
  /** Why nothing can be sold to this member now, in words; the offers stand there all the same. */
  readonly refusal: { readonly error: string; readonly message: string } | null;
  /** The card that a renewal follows, or that keeps the member from buying another. */
  readonly card: {
    readonly id: number;
    readonly sbec_no: string;
    readonly membership: Nested;
    readonly start_date: string;
    readonly end_date: string;
  } | null;
  /** Kinds of sale that this member's cards allow on that day. */
  readonly allowed: readonly SaleType[];
  readonly offers: readonly Offer[];
}

/** Body of `POST /api/transaction/wizard`; `free_membership` takes the same without type and payment. */
export interface SaleInput {
  readonly type: SaleType;
  readonly hotel_id: number;
  readonly membership_id: number;
  /** One of the two: a member that there is, or the fields of a new one as `POST /api/member` takes them. */
  readonly member_id?: number;
  readonly member?: Readonly<Record<string, unknown>>;
  readonly type_payment_id?: number;
  readonly reference_no?: string;
  readonly transaction_date?: string;
  readonly marketing_name?: string;
  /** Local amount. */
  readonly discount?: string;
  readonly remark?: string;
}

/** `data` of a sale: the records as their own calls answer them. */
export interface SaleAnswer {
  readonly transaction: Readonly<Record<string, unknown>> & { readonly id: number; readonly transaction_no: string };
  readonly member: Readonly<Record<string, unknown>> & { readonly id: number };
  readonly member_card: Readonly<Record<string, unknown>> & { readonly id: number; readonly sbec_no: string };
  readonly member_vouchers: readonly (Readonly<Record<string, unknown>> & {
    readonly id: number;
    readonly voucher_no: string;
  })[];
}

/** `data` of `GET /api/transaction/{id}/cancellation`: what goes along when a sale is deleted, or comes back when it is restored. */
export interface Cancellation {
  readonly is_deleted: boolean;
  readonly cards: readonly { readonly id: number; readonly sbec_no: string; readonly membership: Nested }[];
  /** How many vouchers go along or come back. */
  readonly vouchers: number;
  /** Redemptions that have to be voided first. */
  readonly redeemed: readonly {
    readonly voucher_no: string;
    readonly redeem_no: string;
    readonly redeem_hotel: string;
    readonly day: string;
  }[];
}
