import { z } from 'zod';

/** Shapes that several answers have. */

export const id = z.int().min(1);
export const text = z.string();
export const whole = z.int();
export const day = z.iso.date();

/** A record of which its name is shown. */
export const named = z.strictObject({ id, name: text });
export const hotel = z.strictObject({ id, code: text, name: text });

const maySell = z
  .strictObject({ sell: text.nullable(), renew: text.nullable(), give: text.nullable() })
  .nullable()
  .meta({
    description: 'Null each that can be made now, otherwise why not; null for who sells nothing to this member',
  });
/** What a member may have now. */
export const memberMay = z.strictObject({ sale: maySell, redeem: text.nullable() });
/** The same where nothing is said of vouchers. */
export const memberMaySell = memberMay.pick({ sale: true });
