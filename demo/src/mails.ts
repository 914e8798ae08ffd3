import { type AddressState, SKIP_REASONS, type SkipReason } from '@innkeeper/contract';
import type { Insertable } from 'kysely';
import type { Schema } from '@innkeeper/db';
import { lastBirthday } from './days.ts';
import type { MemberActivity } from './drafts.ts';
import type { MemberDraft } from './members.ts';
import { type Programme, getRequired } from './programme.ts';
import { type Random, createWeightedDraw } from './random.ts';

/** The number of days that the demonstration's mail log covers. */
const LOG_DAYS = 12;
const DAY_MS = 86_400_000;
/** Between two openings of a mail. */
const REOPENED_AFTER_MS = 7_700_000;

const drawDeliveryStatus = createWeightedDraw([
  ['sent', 93],
  ['failed', 3],
  ['bounced', 3],
  ['complained', 1],
] as const);
const STATUS_MESSAGES = {
  sent: null,
  failed: '451 4.3.0 Temporary failure, given up after 8 attempts',
  bounced: '550 5.1.1 The mailbox does not exist',
  complained: 'abuse',
} as const;

/** A reason to mail a member. */
interface Occasion {
  readonly type: string;
  readonly at: number;
  readonly subject: string;
  /** Whether the member wants mails of this type. */
  readonly isWanted: boolean;
}

/** The outcome of a mail, and what it means for the address: a bounce or complaint prevents most later mails. */
function drawOutcome(random: Random, { type, isWanted }: Occasion, addressState: AddressState | undefined) {
  const reason: SkipReason | undefined =
    addressState === 'bounced'
      ? 'addressRejected'
      : !isWanted
        ? 'unwanted'
        : addressState === 'complained' && type !== 'voucher-redeemed'
          ? 'reportedAsSpam'
          : undefined;
  if (reason) return { status: 'skipped', message: SKIP_REASONS[reason].en } as const;
  const status = drawDeliveryStatus(random);
  return { status, message: STATUS_MESSAGES[status] };
}

/** The mails of the last few weeks in chronological order. Those that members opted out of are logged as skipped. */
export function drawMails(
  random: Random,
  programme: Programme,
  members: readonly { readonly id: number; readonly member: MemberDraft; readonly activity: MemberActivity }[],
): Insertable<Schema['mail_log']>[] {
  const now = programme.now.getTime();
  const mails = members.flatMap(({ id, member, activity }) =>
    findOccasions(programme, member, activity)
      .filter(({ at }) => at <= now && at > now - LOG_DAYS * DAY_MS)
      .map((occasion) => ({ id, member, ...occasion })),
  );
  const addressStates = new Map<number, AddressState>();
  return mails
    .sort((a, b) => a.at - b.at)
    .map(({ id, member, ...occasion }) => {
      const { type, at, subject } = occasion;
      const { status: deliveryStatus, message } = drawOutcome(random, occasion, addressStates.get(id));
      if (deliveryStatus === 'bounced' || deliveryStatus === 'complained') addressStates.set(id, deliveryStatus);
      const openCount = deliveryStatus === 'sent' && random.chance(0.55) ? random.integer(1, 3) : 0;
      const openedAt = at + 1000 * random.integer(300, 90_000);
      const openings = [openedAt, openedAt + (openCount - 1) * REOPENED_AFTER_MS].slice(0, openCount);
      return {
        version: 1,
        created_at: new Date(at),
        updated_at: new Date(at),
        mail_type_id: getRequired(programme.details, `mail-type/${type}`),
        recipient: member.row.email,
        subject,
        delivery_status: deliveryStatus,
        track:
          openCount === 0
            ? null
            : `opened ${openCount} × ${openings.map((opening) => formatOpening(Math.min(opening, now))).join(' – ')}`,
        message,
        member_id: id,
        last_resend_at: null,
      };
    });
}

/** An instant as the mail log's openings have it, in UTC. */
const formatOpening = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

/** Subjects in English; in Indonesian for members of Indonesian hotels. */
const SUBJECTS = {
  welcome: ['Welcome to {name}', 'Selamat bergabung di {name}'],
  renewal: ['Your {name} membership goes on', 'Keanggotaan {name} Anda diperpanjang'],
  upgrade: ['You have been upgraded to {name}', 'Selamat, Anda naik ke {name}'],
  'expiry-reminder': ['Your membership ends in 30 days', 'Keanggotaan Anda berakhir dalam 30 hari'],
  birthday: ['Happy birthday, {name}', 'Selamat ulang tahun, {name}'],
  'voucher-redeemed': ['Your voucher was redeemed', 'Voucher Anda telah ditukar'],
  'visit-thank-you': ['Thank you for your visit to {name}', 'Terima kasih atas kunjungan Anda ke {name}'],
} as const;

function findOccasions({ today }: Programme, member: MemberDraft, { cards, visits }: MemberActivity): Occasion[] {
  const { row, terms, hotel } = member;
  if (row.deleted_at) return [];
  const memberOccasions: Occasion[] = [];
  const acceptsMail = row.all_notification ?? true;
  const wantsMembershipMail = acceptsMail && row.membership_notification !== false;
  const wantsBirthdayMail = acceptsMail && row.birthday_notification !== false;
  const addOccasion = (type: keyof typeof SUBJECTS, at: number, isWanted: boolean, name = ''): void => {
    const [english, indonesian] = SUBJECTS[type];
    const subject = (hotel.cca2 === 'ID' ? indonesian : english).replace('{name}', name);
    memberOccasions.push({ type, at, subject, isWanted });
  };
  for (const { at, deletedAt, sale, membership, upgradedFrom } of cards) {
    if (deletedAt !== null) continue;
    if (upgradedFrom) addOccasion('upgrade', at, wantsMembershipMail, membership.name);
    else if (sale)
      addOccasion(sale.lines[0]?.fee === '2' ? 'renewal' : 'welcome', at, wantsMembershipMail, membership.name);
  }
  const termEndDay = terms.at(-1)?.until;
  if (termEndDay !== undefined)
    addOccasion('expiry-reminder', (termEndDay - 30) * DAY_MS + 2 * 3_600_000, wantsMembershipMail);
  if (row.birth_date)
    addOccasion(
      'birthday',
      lastBirthday(row.birth_date, today) * DAY_MS + 3_600_000,
      wantsBirthdayMail,
      row.first_name,
    );
  for (const { at, deletedAt } of cards.flatMap((card) => card.vouchers.flatMap((v) => v.redemptions)))
    if (deletedAt === null) addOccasion('voucher-redeemed', at, true);
  for (const { at, deletedAt, hotel: place } of visits)
    if (deletedAt === null) addOccasion('visit-thank-you', at, acceptsMail, place.name);
  return memberOccasions;
}
