import { z } from 'zod';
import { type ErrorCode, errors } from '../errors/codes.ts';
import { OPERATORS } from '../fields/filter.ts';
import { resourceKeys } from '../resources/by-key.ts';
import { ADDRESS_STATES } from '../rules/mail-address.ts';
import { SALE_TYPE } from '../rules/sales.ts';

/** Shapes shared by several responses. */

export const id = z.int().min(1);
export const text = z.string();
export const textOrNull = text.nullable();
export const integer = z.int();
export const flag = z.boolean();
export const day = z.iso.date();
export const amount = text.meta({ description: 'Local amount, 3 decimals', examples: ['1250000.000'] });

/** Amounts in one currency. */
export const money = z.strictObject({ currency: text, amount });

/** The rows that a number counts. */
export const rowSelection = z
  .strictObject({
    resource: z.enum(resourceKeys),
    conditions: z.array(z.strictObject({ column: text, operator: z.enum(OPERATORS), value: text })),
  })
  .meta({ description: 'List and filters that return exactly the counted records' });

/** A record as its name is shown. */
export const namedRecord = z.strictObject({ id, name: text });
/** A user who did something. The user name identifies them, because two names may look alike. */
export const person = namedRecord.extend({ username: text });
export const codedRecord = namedRecord.extend({ code: textOrNull.optional() });
export const hotel = namedRecord.extend({ code: text });

/** What is known about a member's email address from mails that came back. */
export const addressState = z
  .strictObject({ state: z.enum(ADDRESS_STATES), at: text })
  .nullable()
  .meta({
    description:
      'bounced: emails to the address were rejected, none is sent until it changes; complained: only receipts are sent',
  });

/** A record as returned by its own calls. */
export const record = <T extends z.ZodRawShape>(key: string, fields: T) =>
  z.looseObject({ id, version: integer, ...fields }).meta({ record: key });

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);
/** Why an action is not possible: the error code of its rejection. */
export const rejection = z.enum(Object.keys(errors).filter(isErrorCode));

export const saleType = z.literal(Object.values(SALE_TYPE));

const saleEligibility = z
  .strictObject({
    next: z.enum(['sell', 'renew', 'give', 'upgrade']),
    sell: textOrNull,
    renew: textOrNull,
    give: textOrNull,
    upgrade: textOrNull,
  })
  .nullable()
  .meta({
    description:
      'For each type of sale: null if possible now, otherwise the reason. Null if the caller cannot sell to this member',
  });
/** The sales and redemption that a member is eligible for now. */
export const memberEligibility = z.strictObject({ sale: saleEligibility, redeem: textOrNull });
/** Why the voucher cannot be redeemed now; null if it can. */
export const redeemEligibility = memberEligibility.pick({ redeem: true });
/** The sales that a member is eligible for now, where vouchers are not part of the response. */
export const memberSaleEligibility = memberEligibility.pick({ sale: true });
