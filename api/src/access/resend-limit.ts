import type { Label } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { RESEND_BRAKE, limitRate } from './throttle.ts';

/**
 * Counts a mail that staff send again, by recipient and kind. Throws a 429 for more than five an hour.
 */
export const limitResends = (tx: Tx, recipient: string, kind: string, now: Date): Promise<void> =>
  limitRate(tx, { key: `mail again ${recipient} ${kind}`, brake: RESEND_BRAKE }, now, ENOUGH);

const ENOUGH = (minutes: number): Label => ({
  en: `This mail was sent to this recipient several times already. It can be sent again in ${minutes} minutes.`,
  id: `Email ini sudah beberapa kali dikirim kepada penerima ini. Email dapat dikirim lagi dalam ${minutes} menit.`,
});
