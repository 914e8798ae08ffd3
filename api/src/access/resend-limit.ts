import type { Tx } from '@innkeeper/db';
import { RESEND_RATE_LIMIT, limitRate } from './throttle.ts';
import { accessTexts } from '../texts/access.ts';

/** Counts mails that staff resend, by recipient and kind. Throws a 429 above five an hour. */
export const limitResends = (tx: Tx, recipient: string, kind: string, now: Date): Promise<void> =>
  limitRate(tx, { key: `mail again ${recipient} ${kind}`, rateLimit: RESEND_RATE_LIMIT }, now, (minutes) =>
    accessTexts.tooManyMails({ minutes }),
  );
