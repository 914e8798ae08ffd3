import type { Insertable } from 'kysely';
import type { Schema } from '@innkeeper/db';
import { lastBirthday } from './days.ts';
import type { MemberActivity } from './drafts.ts';
import type { DrawnMember } from './members.ts';
import { type Programme, known } from './programme.ts';
import { type Random, weighted } from './random.ts';

/** Days covered by the demonstration's mail log. */
const DAYS = 12;
const DAY = 86_400_000;

const drawDeliveryStatus = weighted([
  ['sent', 94],
  ['failed', 3],
  ['bounced', 3],
] as const);
const MESSAGES = {
  sent: null,
  failed: '451 4.3.0 Temporary failure, given up after 8 attempts',
  bounced: '550 5.1.1 The mailbox does not exist',
} as const;

/** A reason to mail a member. */
interface Occasion {
  readonly type: string;
  readonly at: number;
  readonly subject: string;
}

/** Mails of the last few weeks in chronological order, except those that members opted out of. */
export function drawMails(
  random: Random,
  programme: Programme,
  members: readonly { readonly id: number; readonly member: DrawnMember; readonly activity: MemberActivity }[],
): Insertable<Schema['mail_log']>[] {
  const now = programme.now.getTime();
  const mails = members.flatMap(({ id, member, activity }) =>
    occasions(programme, member, activity)
      .filter(({ at }) => at <= now && at > now - DAYS * DAY)
      .map((occasion) => ({ id, member, ...occasion })),
  );
  return mails
    .sort((a, b) => a.at - b.at)
    .map(({ id, member, type, at, subject }) => {
      const deliveryStatus = drawDeliveryStatus(random);
      const openCount = deliveryStatus === 'sent' && random.chance(0.55) ? random.whole(1, 3) : 0;
      const opened = Math.min(at + 1000 * random.whole(300, 90_000), now);
      return {
        version: 1,
        created_at: new Date(at),
        updated_at: new Date(at),
        mail_type_id: known(programme.details, `mail-type/${type}`),
        recipient: member.row.email,
        subject,
        delivery_status: deliveryStatus,
        track:
          openCount === 0 ? null : `${openCount} × ${new Date(opened).toISOString().slice(0, 16).replace('T', ' ')}`,
        message: MESSAGES[deliveryStatus],
        member_id: id,
        last_resend_at: null,
      };
    });
}

/** Subjects in English, and in Indonesian for members of Indonesian hotels. */
const SUBJECTS = {
  welcome: ['Welcome to {name}', 'Selamat bergabung di {name}'],
  renewal: ['Your {name} membership goes on', 'Keanggotaan {name} Anda diperpanjang'],
  upgrade: ['You have been upgraded to {name}', 'Selamat, Anda naik ke {name}'],
  'expiry-reminder': ['Your membership ends in 30 days', 'Keanggotaan Anda berakhir dalam 30 hari'],
  birthday: ['Happy birthday, {name}', 'Selamat ulang tahun, {name}'],
  'voucher-redeemed': ['Your voucher was redeemed', 'Voucher Anda telah ditukar'],
  'visit-thank-you': ['Thank you for your visit to {name}', 'Terima kasih atas kunjungan Anda ke {name}'],
} as const;

function occasions({ today }: Programme, member: DrawnMember, { cards, visits }: MemberActivity): Occasion[] {
  const { row, terms, hotel } = member;
  if (row.deleted_at) return [];
  const found: Occasion[] = [];
  const add = (type: keyof typeof SUBJECTS, at: number, name = ''): void => {
    const [english, indonesian] = SUBJECTS[type];
    found.push({ type, at, subject: (hotel.cca2 === 'ID' ? indonesian : english).replace('{name}', name) });
  };
  const acceptsMail = row.all_notification ?? true;
  if (acceptsMail && row.membership_notification) {
    for (const { at, deletedAt, sale, membership, upgradedFrom } of cards) {
      if (deletedAt !== null) continue;
      if (upgradedFrom) add('upgrade', at, membership.name);
      else if (sale) add(sale.lines[0]?.fee === '2' ? 'renewal' : 'welcome', at, membership.name);
    }
    const until = terms.at(-1)?.until;
    if (until !== undefined) add('expiry-reminder', (until - 30) * DAY + 2 * 3_600_000);
  }
  if (acceptsMail && row.birthday_notification && row.birth_date)
    add('birthday', lastBirthday(row.birth_date, today) * DAY + 3_600_000, row.first_name);
  for (const { at, deletedAt } of cards.flatMap((card) => card.vouchers.flatMap((v) => v.redemptions)))
    if (deletedAt === null) add('voucher-redeemed', at);
  if (acceptsMail)
    for (const { at, deletedAt, hotel: place } of visits)
      if (deletedAt === null) add('visit-thank-you', at, place.name);
  return found;
}
