import type { Language } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';

/** The account mails, see account-mails.ts. */
export type AccountMailName =
  | 'password_reset'
  | 'invitation'
  | 'access_requested'
  | 'address_known'
  | 'access_granted'
  | 'new_device'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'passkey_added'
  | 'webhook_paused'
  | 'approval_requested'
  | 'approval_decided';

/**
 * An order of a mail to a user, which is rendered later. It contains the user's id, but no address or link. An order
 * without a user makes a request for an unknown address take the same time.
 */
export interface MailOrder {
  readonly letter: AccountMailName;
  readonly userId: number | null;
  /** The session of the new device. */
  readonly sessionId?: number;
  /** The language of the requester. If absent, another user made the request, and the user's own language applies. */
  readonly language?: Language;
}

/** Mails to members, by the code of their mail type. Their texts are in the programme's templates. */
export type MemberMailType =
  | 'welcome'
  | 'renewal'
  | 'upgrade'
  | 'expiry-reminder'
  | 'birthday'
  | 'voucher-redeemed'
  | 'visit-thank-you'
  | 'receipt';

/**
 * An order of a mail to a member, which is rendered later. It contains the ids of the records that it is about. A
 * member who opted out gets no mail.
 */
export interface MemberMailOrder {
  readonly mailType: MemberMailType;
  /**
   * If absent, the mail goes to the member of the redemption or visit. It is then logged a moment later, so that guests
   * need not wait at the front desk.
   */
  readonly memberId?: number;
  readonly about: {
    readonly memberCardId?: number;
    /** The membership before the upgrade. */
    readonly fromMembershipId?: number;
    readonly voucherRedeemId?: number;
    readonly visitId?: number;
    readonly receiptId?: number;
    /** The number of the receipt's copy; 0 for the original. */
    readonly receiptCopy?: number;
  };
}

/**
 * An order of a mail that hands a shift over to another user. It is rendered later, with the records that the recipient
 * may view then.
 */
export interface HandoverOrder {
  readonly handover: {
    readonly hotelId: number;
    /** The bounds of the shift, in ISO 8601. */
    readonly from: string;
    readonly to: string;
    readonly senderId: number;
    readonly recipientId: number;
    /** Only the entries of the sender. */
    readonly isOwn: boolean;
    readonly note: string | null;
  };
}

/**
 * Accepts an order, or many to members, in the transaction that causes it. The mail is written and sent only after that
 * commits. See docs/decisions/0017-queue-a-mail-as-a-job-that-names-a-template-and-a-user.md.
 */
export type Outbox = (
  tx: Tx,
  order: MailOrder | HandoverOrder | MemberMailOrder | readonly MemberMailOrder[],
) => Promise<void>;

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** A file attached to a mail. */
export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
  /** Content id, by which the HTML shows a picture. */
  readonly cid?: string;
}

/** A rendered mail. */
export interface Mail {
  readonly from: Mailbox;
  /** The reply address; absent if nobody reads replies. */
  readonly replyTo?: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text with `\n` line ends. */
  readonly text: string;
  /** The same as HTML, for clients that prefer it. */
  readonly html?: string;
  /** A part of the text and the HTML that opens an account. What is stored of the mail hides it. */
  readonly secret?: string;
  /** The name of a stored picture, which `attachPicture` adds at the top of the HTML when the mail is sent. */
  readonly picture?: string;
  readonly attachments?: readonly Attachment[];
  /** Where its recipient unsubscribes, with one click (RFC 8058); absent for a mail that cannot be declined. */
  readonly unsubscribeUrl?: string;
}

/** Identifies a mail. Assigned with its order, so it does not change between attempts to send it. */
export interface MailIdentity {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly queuedAt: Date;
  /** Identifies the mail's log entry in what comes back, see return-path.ts; missing if the mail is not logged. */
  readonly token?: string;
  /** Where bounces go; by default to the sender. */
  readonly returnPath?: string;
}
