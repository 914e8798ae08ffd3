import type { Insertable } from 'kysely';
import type { Schema } from '@innkeeper/db';
import {
  type UniqueEmail,
  drawEmail,
  drawHomeAddress,
  drawIdentity,
  drawBusinessAddress,
  drawPhoneColumns,
  parseContactFormats,
} from './contacts.ts';
import { type Day, timeOfDay, formatDay } from './days.ts';
import { HOMELANDS, CONTACT_FORMATS } from './homelands.ts';
import { CULTURES, type CultureName } from './names.ts';
import { DEMO_HOTELS } from './places.ts';
import { type Programme, type ProgrammeHotel, getRequired } from './programme.ts';
import { type Random, createWeightedDraw } from './random.ts';
import { joinDays } from './seasons.ts';
import { drawDining, drawHobby, drawRemark, drawSeller, drawVisitType } from './preferences.ts';
import { type Term, drawTerms } from './terms.ts';
import { tierBelow } from './memberships.ts';

export type MemberRow = Insertable<Schema['member']>;

/** A logged change of a member: the time, the user, and the columns before and after. */
export interface MemberChange {
  readonly at: Date;
  readonly by: number;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** The upgrade by visits to the current tier. */
interface Upgrade {
  /** The code of the previous tier. */
  readonly from: string;
  readonly at: Date;
  readonly by: number;
  /** The first day of the current tier's card. */
  readonly day: Day;
}

export interface MemberDraft {
  readonly row: MemberRow;
  readonly created: Date;
  readonly creator: number;
  readonly deleted: Date | null;
  /** The code of the membership. */
  readonly tier: string;
  readonly hotel: ProgrammeHotel;
  readonly registrationHotel: ProgrammeHotel;
  /** The terms of the cards, in order; empty for a member who never had one. */
  readonly terms: readonly Term[];
  /** The last renewal. */
  readonly renewal: { readonly at: Date; readonly by: number } | null;
  /** The upgrade during the last term. */
  readonly upgrade: Upgrade | null;
  readonly changes: readonly MemberChange[];
}

const drawHomeland = createWeightedDraw(
  HOMELANDS.map((homeland) => {
    const formats = CONTACT_FORMATS[homeland.cca2];
    if (!formats) throw new Error(`No contact formats are defined for ${homeland.cca2}`);
    // Object.entries loses the type of the keys
    const cultures = Object.entries(homeland.cultures) as [CultureName, number][];
    return [
      {
        cca2: homeland.cca2,
        towns: homeland.towns,
        contactFormats: parseContactFormats(formats),
        culture: createWeightedDraw(cultures),
        hotel: createWeightedDraw(Object.entries(homeland.hotels)),
      },
      homeland.weight,
    ];
  }),
);
const drawAnyHotel = createWeightedDraw(DEMO_HOTELS.map((h) => [h.code, h.weight]));

/** The membership codes of each tier order, by years of membership: under 1, under 4, more. */
const REGIONAL_TIERS = [
  createWeightedDraw([
    ['SHB', 80],
    ['SHP', 16],
    ['SHU', 4],
  ]),
  createWeightedDraw([
    ['SHB', 62],
    ['SHP', 27],
    ['SHU', 11],
  ]),
  createWeightedDraw([
    ['SHB', 46],
    ['SHP', 33],
    ['SHU', 21],
  ]),
] as const;
const WORLD_TIERS = [
  createWeightedDraw([
    ['SLV', 82],
    ['GLD', 15],
    ['PLT', 3],
  ]),
  createWeightedDraw([
    ['SLV', 60],
    ['GLD', 30],
    ['PLT', 10],
  ]),
  createWeightedDraw([
    ['SLV', 44],
    ['GLD', 36],
    ['PLT', 20],
  ]),
] as const;
/** The probability of each further renewal, by tier. */
const RENEWAL_CHANCE: Readonly<Record<string, number>> = {
  SHB: 0.8,
  SHP: 0.66,
  SHU: 0.76,
  SLV: 0.63,
  GLD: 0.75,
  PLT: 0.87,
};

/** The probability that a member was upgraded in the last term, if an upgrade to the current tier was possible. */
const UPGRADE_CHANCE = 0.3;

interface MemberOptions {
  readonly makeUniqueEmail: UniqueEmail;
  /** The share of members who never had a card. */
  readonly cardless: number;
  /** Whether visits may have upgraded the member to the tier. */
  readonly hasUpgrades: boolean;
}

/**
 * Generates members of a programme. `share` (0 to 1) determines the join date: by this date, that share of all members
 * had joined. Increasing shares give members in order of entry.
 */
export function createMemberSource(
  random: Random,
  programme: Programme,
  options: MemberOptions,
): (share: number) => MemberDraft {
  const joinDay = joinDays(programme.today);
  return (share) => drawMember(random, programme, options, joinDay(share));
}

function drawMember(random: Random, programme: Programme, options: MemberOptions, joinedOn: Day): MemberDraft {
  const { today, now, details, administrator } = programme;
  const homeland = drawHomeland(random);
  const isFemale = random.chance(0.46);
  const name = CULTURES[homeland.culture(random)](random, isFemale);
  const hotel = getRequired(programme.hotels, random.chance(0.88) ? homeland.hotel(random) : drawAnyHotel(random));
  const registrationHotel = random.chance(0.9) ? hotel : getRequired(programme.hotels, drawAnyHotel(random));
  const birthDay = random.chance(0.91)
    ? joinedOn - Math.floor(365.25 * (21 + random.fraction() * 24 + random.fraction() * 26))
    : null;
  const identity = drawIdentity(random, homeland.cca2, isFemale, birthDay ?? joinedOn - 12_000);

  const tier = drawTier(random, hotel, today - joinedOn);
  const membership = getRequired(programme.memberships, tier);
  const terms = random.chance(1 - options.cardless)
    ? drawTerms(random, joinedOn, today, membership.months, RENEWAL_CHANCE[tier] ?? 0.6)
    : [];
  const [previousTerm, term] = [terms.at(-2), terms.at(-1)];

  const deskTime = (day: Day, deskHotel: ProgrammeHotel): Date =>
    earlierOf(now, timeOfDay(day, 9 + random.fraction() * 12, deskHotel.utc_offset));
  const created = deskTime(joinedOn, registrationHotel);
  const creator = random.pick(registrationHotel.staff);
  const renewal =
    term && previousTerm ? { at: deskTime(term.renewedOn ?? joinedOn, hotel), by: random.pick(hotel.staff) } : null;
  const upgrade = term && options.hasUpgrades ? drawUpgrade(random, programme, hotel, tier, term) : null;
  const lastChange = upgrade ?? renewal ?? { at: created, by: creator };
  const deleted = random.chance(0.02) ? drawLaterTime(random, lastChange.at, 400, now) : null;
  const changes: MemberChange[] = [];
  if (renewal && term && previousTerm)
    changes.push({ ...renewal, before: validityColumns(previousTerm), after: validityColumns(term) });
  if (upgrade)
    changes.push({
      at: upgrade.at,
      by: upgrade.by,
      before: { membership_id: getRequired(programme.memberships, upgrade.from).id },
      after: { membership_id: membership.id },
    });

  return {
    created,
    creator,
    deleted,
    tier,
    hotel,
    registrationHotel,
    terms,
    renewal,
    upgrade,
    changes,
    row: {
      version: 1 + changes.length + (deleted ? 1 : 0),
      created_at: created,
      created_by_id: creator,
      updated_at: deleted ?? lastChange.at,
      updated_by_id: deleted ? administrator : lastChange.by,
      deleted_at: deleted,
      deleted_by_id: deleted ? administrator : null,
      membership_id: membership.id,
      first_name: name.first,
      last_name: name.last,
      type_gender_id: getRequired(
        details,
        `type-gender/${random.chance(0.004) ? 'unspecified' : isFemale ? 'female' : 'male'}`,
      ),
      birth_date: dayOrNull(birthDay),
      origin_country_id: getRequired(programme.countries, homeland.cca2),
      hotel_id: hotel.id,
      register_hotel_id: registrationHotel.id,
      is_active: !random.chance(0.03),
      email: drawEmail(random, name, birthDay, homeland.cca2, options.makeUniqueEmail),
      ...drawPhoneColumns(random, homeland.contactFormats),
      home_address: random.chance(0.82)
        ? drawHomeAddress(random, homeland.contactFormats, random.pick(homeland.towns))
        : null,
      business_address: random.chance(0.3)
        ? drawBusinessAddress(random, homeland.cca2, random.pick(homeland.towns))
        : null,
      type_identity_id: identity ? getRequired(details, `type-identity/${identity.type}`) : null,
      identity_no: identity?.number ?? null,
      email_verified_at: random.chance(0.6) ? drawLaterTime(random, created, 3, now) : null,
      member_date: term ? formatDay(joinedOn) : null,
      renew_date: dayOrNull(term?.renewedOn ?? null),
      valid_until_date: dayOrNull(term?.until ?? null),
      marketing_name: random.chance(0.68) ? drawSeller(random) : null,
      visit_type_id: random.chance(0.75) ? getRequired(details, `visit-type/${drawVisitType(random)}`) : null,
      hobby: random.chance(0.6) ? drawHobby(random) : null,
      dining_preference: random.chance(0.5) ? drawDining(random) : null,
      remark: random.chance(0.09) ? drawRemark(random) : null,
      membership_notification: !random.chance(0.05),
      birthday_notification: !random.chance(0.07),
      all_notification: !random.chance(0.04),
    },
  };
}

/** Only Indonesian hotels offer the regional tier order; most of their members start in it. */
function drawTier(random: Random, hotel: ProgrammeHotel, daysSinceJoin: number): string {
  const tenure = daysSinceJoin < 365 ? 0 : daysSinceJoin < 4 * 365 ? 1 : 2;
  return (hotel.region === 'IDN' && random.chance(0.58) ? REGIONAL_TIERS : WORLD_TIERS)[tenure](random);
}

/** An upgrade by visits in the middle of the last term, if records had begun by then. */
function drawUpgrade(
  random: Random,
  { recordsStart, today, now, memberships }: Programme,
  hotel: ProgrammeHotel,
  tier: string,
  term: Term,
): Upgrade | null {
  const from = tierBelow(tier);
  const [first, last] = [term.from + 60, Math.min(term.until - 20, today)];
  const isOpen = from !== undefined && getRequired(memberships, from).visitsToUpgrade > 0;
  if (!isOpen || term.from <= recordsStart || (term.renewedOn ?? term.from) <= recordsStart || first > last)
    return null;
  if (!random.chance(UPGRADE_CHANCE)) return null;
  const day = random.integer(first, last);
  const at = earlierOf(now, timeOfDay(day, 12 + random.fraction() * 10, hotel.utc_offset));
  return { from, at, by: random.pick(hotel.staff), day };
}

const validityColumns = ({ renewedOn, until }: Term) => ({
  renew_date: dayOrNull(renewedOn),
  valid_until_date: formatDay(until),
});
const dayOrNull = (day: Day | null): string | null => (day === null ? null : formatDay(day));
const earlierOf = (a: Date, b: Date): Date => (a < b ? a : b);
/** A random time up to this number of days later, but not in the future. */
const drawLaterTime = (random: Random, at: Date, days: number, now: Date): Date => {
  const seconds = Math.min(days * 86_400, (now.getTime() - at.getTime()) / 1000);
  return new Date(at.getTime() + Math.floor(random.fraction() * seconds) * 1000);
};
