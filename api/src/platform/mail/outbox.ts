import type { Language } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';

/** The letters there are, see letters.ts. */
export type LetterName =
  | 'password_reset'
  | 'access_requested'
  | 'address_known'
  | 'access_granted'
  | 'new_device'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'webhook_paused'
  | 'approval_asked'
  | 'approval_decided';

/**
 * A letter to a user, yet to be written: it names the user, and neither addresses nor links stand in it. An order without a user is
 * an order as well, so that a stranger's request takes the same time for an address that nobody has.
 */
export interface MailOrder {
  readonly letter: LetterName;
  readonly userId: number | null;
  /** The language of the person who asked; absent for the user's own, where somebody else did. */
  readonly language?: Language;
}

/** Mails to members, by the code of their mail type: the programme's templates have their texts. */
export type MemberMailType =
  | 'welcome'
  | 'renewal'
  | 'upgrade'
  | 'expiry-reminder'
  | 'birthday'
  | 'voucher-redeemed'
  | 'visit-thank-you'
  | 'receipt';

/** A mail to a member, yet to be written: it names the records that it speaks of. A mail that the member does not want is not sent. */
export interface MemberMailOrder {
  readonly mailType: MemberMailType;
  /** When absent that of the redemption or visit, and the mail is entered in the log a moment later: guests wait at the counter. */
  readonly memberId?: number;
  readonly about: {
    readonly memberCardId?: number;
    /** The membership from which the member rose. */
    readonly fromMembershipId?: number;
    readonly voucherRedeemId?: number;
    readonly visitId?: number;
    readonly receiptId?: number;
    /** The number of the receipt's copy; 0 is the original. */
    readonly receiptCopy?: number;
  };
}

/**
 * Takes an order, or many to members, in the transaction that causes it: the mail is written and carried once that is through, and only then.
 * See docs/decisions/0017-mail-queue.md.
 */
export type Outbox = (tx: Tx, order: MailOrder | MemberMailOrder | readonly MemberMailOrder[]) => Promise<void>;

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** A file that a mail brings. */
export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** A letter as it was written. */
export interface Mail {
  readonly from: Mailbox;
  /** The address for answers; nobody reads them when absent. */
  readonly replyTo?: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text; lines end with `\n`. */
  readonly text: string;
  /** The same as a page, for readers who prefer one. */
  readonly html?: string;
  readonly attachments?: readonly Attachment[];
}

/** The key of a mail, from the order on: the same at each attempt to send it. */
export interface Postmark {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly orderedAt: Date;
}
