import { z } from 'zod';
import { type ErrorCode, errors } from '../errors.ts';
import { SALE_TYPE } from '../selling.ts';

/** Shapes that several answers have. */

export const id = z.int().min(1);
export const text = z.string();
export const textOrNull = text.nullable();
export const whole = z.int();
export const flag = z.boolean();
export const day = z.iso.date();
export const amount = text.meta({ description: 'Local amount, 3 decimals', examples: ['1250000.000'] });

/** A record of which its name is shown. */
export const named = z.strictObject({ id, name: text });
/** A user who did something: users are told apart by the user name, as two names may look alike. */
export const person = named.extend({ username: text });
export const nested = named.extend({ code: textOrNull.optional() });
export const hotel = named.extend({ code: text });

/** A record as its own calls answer it. */
export const record = <T extends z.ZodRawShape>(key: string, shown: T) =>
  z.looseObject({ id, version: whole, ...shown }).meta({ record: key });

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);
/** Why something cannot be done, as the refusal of doing it would say. */
export const refusal = z.enum(Object.keys(errors).filter(isErrorCode));

export const saleType = z.literal(Object.values(SALE_TYPE));

const maySell = z
  .strictObject({
    next: z.enum(['sell', 'renew', 'give', 'upgrade']),
    sell: textOrNull,
    renew: textOrNull,
    give: textOrNull,
    upgrade: textOrNull,
  })
  .nullable()
  .meta({
    description: 'Null each that can be made now, otherwise why not; null for who sells nothing to this member',
  });
/** The sales and redemption that a member may have now. */
export const memberMay = z.strictObject({ sale: maySell, redeem: textOrNull });
/** The refusal to redeem a voucher now, if any. */
export const voucherMay = memberMay.pick({ redeem: true });
/** The sales that a member may have now, where nothing is said of vouchers. */
export const memberMaySell = memberMay.pick({ sale: true });
