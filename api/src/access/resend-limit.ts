import type { Label } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { RESEND_RATE_LIMIT, limitRate } from './throttle.ts';

/** Counts mails that staff resend, by recipient and kind. Throws a 429 above five an hour. */
export const limitResends = (tx: Tx, recipient: string, kind: string, now: Date): Promise<void> =>
  limitRate(tx, { key: `mail again ${recipient} ${kind}`, rateLimit: RESEND_RATE_LIMIT }, now, TOO_MANY_REQUESTS);

const TOO_MANY_REQUESTS = (minutes: number): Label => ({
  en: `Too many emails to this recipient. Try again in ${minutes} minutes.`,
  id: `Terlalu banyak email ke penerima ini. Coba lagi dalam ${minutes} menit.`,
});
