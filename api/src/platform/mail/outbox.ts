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
 * A letter to a user, yet to be written: it names the user, and neither addresses nor links stand in it. Nobody to write to is
 * an order as well, so that what a stranger asks takes the same time for an address that nobody has.
 */
export interface MailOrder {
  readonly letter: LetterName;
  readonly userId: number | null;
  /** That of the person who asked; the user's own where somebody else did. */
  readonly language?: Language;
}

/** Mails to members, by the code of their mail type: what they say is the programme's templates. */
export type MemberMailType =
  | 'welcome'
  | 'renewal'
  | 'upgrade'
  | 'expiry-reminder'
  | 'birthday'
  | 'voucher-redeemed'
  | 'visit-thank-you'
  | 'receipt';

/** A mail to a member, yet to be written: it names the records that it speaks of. What the member does not want is no mail. */
export interface MemberMailOrder {
  readonly mailType: MemberMailType;
  /** When absent that of the redemption or visit, and the mail is entered in the log a moment later: guests wait at the counter. */
  readonly memberId?: number;
  readonly about: {
    readonly memberCardId?: number;
    /** What the member rose from. */
    readonly fromMembershipId?: number;
    readonly voucherRedeemId?: number;
    readonly visitId?: number;
    readonly receiptId?: number;
    /** Which copy of the receipt; 0 is the original. */
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
  /** Where answers go; nobody reads them when absent. */
  readonly replyTo?: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text; lines end with `\n`. */
  readonly text: string;
  /** The same as a page, for who rather looks at one. */
  readonly html?: string;
  readonly attachments?: readonly Attachment[];
}

/** What a mail is known by, from the order on: the same at each attempt to send it. */
export interface Postmark {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly orderedAt: Date;
}
