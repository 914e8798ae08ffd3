import type { Insertable } from 'kysely';
import type { Schema } from '@innkeeper/db';
import {
  type UniqueEmail,
  drawEmail,
  drawHomeAddress,
  drawIdentity,
  drawOffice,
  drawPhone,
  parseContactFormats,
} from './contacts.ts';
import { type Day, timeOfDay, formatDay } from './days.ts';
import { HOMELANDS, CONTACT_FORMATS } from './homelands.ts';
import { CULTURES, type CultureName } from './names.ts';
import { DEMO_HOTELS } from './places.ts';
import { type Programme, type ProgrammeHotel, known } from './programme.ts';
import { type Random, weighted } from './random.ts';
import { joinDays } from './seasons.ts';
import { drawDining, drawHobby, drawRemark, drawSeller, drawVisitType } from './preferences.ts';
import { type Term, drawTerms } from './terms.ts';
import { tierBelow } from './memberships.ts';

export type MemberRow = Insertable<Schema['member']>;

/** A logged change of a member: when, by whom, and the columns before and after. */
export interface MemberChange {
  readonly at: Date;
  readonly by: number;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** An upgrade by visits to the current tier. */
interface Upgrade {
  /** Code of the previous tier. */
  readonly from: string;
  readonly at: Date;
  readonly by: number;
  /** First day of the current tier's card. */
  readonly day: Day;
}

export interface DrawnMember {
  readonly row: MemberRow;
  readonly created: Date;
  readonly creator: number;
  readonly deleted: Date | null;
  /** Membership code. */
  readonly level: string;
  readonly hotel: ProgrammeHotel;
  readonly registrationHotel: ProgrammeHotel;
  /** Terms of the cards, in order; empty for a member who never had one. */
  readonly terms: readonly Term[];
  /** The last renewal. */
  readonly renewal: { readonly at: Date; readonly by: number } | null;
  /** Upgrade during the last term. */
  readonly upgrade: Upgrade | null;
  readonly changes: readonly MemberChange[];
}

const drawHomeland = weighted(
  HOMELANDS.map((home) => {
    const formats = CONTACT_FORMATS[home.cca2];
    if (!formats) throw new Error(`No contact formats are defined for ${home.cca2}`);
    const cultures = Object.entries(home.cultures) as [CultureName, number][]; // Object.entries forgets the key type
    return [
      {
        cca2: home.cca2,
        towns: home.towns,
        ways: parseContactFormats(formats),
        culture: weighted(cultures),
        hotel: weighted(Object.entries(home.hotels)),
      },
      home.weight,
    ];
  }),
);
const drawAnyHotel = weighted(DEMO_HOTELS.map((h) => [h.code, h.weight]));

/** Membership codes of each tier order, by years of membership: under 1, under 4, more. */
const REGIONAL_TIERS = [
  weighted([
    ['SHB', 80],
    ['SHP', 16],
    ['SHU', 4],
  ]),
  weighted([
    ['SHB', 62],
    ['SHP', 27],
    ['SHU', 11],
  ]),
  weighted([
    ['SHB', 46],
    ['SHP', 33],
    ['SHU', 21],
  ]),
] as const;
const WORLD_TIERS = [
  weighted([
    ['SLV', 82],
    ['GLD', 15],
    ['PLT', 3],
  ]),
  weighted([
    ['SLV', 60],
    ['GLD', 30],
    ['PLT', 10],
  ]),
  weighted([
    ['SLV', 44],
    ['GLD', 36],
    ['PLT', 20],
  ]),
] as const;
/** Probability of each further renewal, by tier. */
const RENEWAL_CHANCE: Readonly<Record<string, number>> = {
  SHB: 0.8,
  SHP: 0.66,
  SHU: 0.76,
  SLV: 0.63,
  GLD: 0.75,
  PLT: 0.87,
};

/** Probability that a member was upgraded in the last term, if an upgrade to the current tier was possible. */
const UPGRADE_CHANCE = 0.3;

interface MemberOptions {
  readonly unique: UniqueEmail;
  /** Share of members who never had a card. */
  readonly cardless: number;
  /** Whether visits may have upgraded them to their tier. */
  readonly hasUpgrades: boolean;
}

/**
 * Generates members of a programme. `share` (0 to 1) determines the join date: the date by which that share of all
 * members had joined. Increasing shares give members in order of entry.
 */
export function createMemberSource(
  random: Random,
  programme: Programme,
  options: MemberOptions,
): (share: number) => DrawnMember {
  const joinDay = joinDays(programme.today);
  return (share) => drawMember(random, programme, options, joinDay(share));
}

function drawMember(random: Random, programme: Programme, options: MemberOptions, joined: Day): DrawnMember {
  const { today, now, details, administrator } = programme;
  const home = drawHomeland(random);
  const isFemale = random.chance(0.46);
  const name = CULTURES[home.culture(random)](random, isFemale);
  const hotel = known(programme.hotels, random.chance(0.88) ? home.hotel(random) : drawAnyHotel(random));
  const registrationHotel = random.chance(0.9) ? hotel : known(programme.hotels, drawAnyHotel(random));
  const birth = random.chance(0.91)
    ? joined - Math.floor(365.25 * (21 + random.fraction() * 24 + random.fraction() * 26))
    : null;
  const identity = drawIdentity(random, home.cca2, isFemale, birth ?? joined - 12_000);

  const level = drawTier(random, hotel, today - joined);
  const membership = known(programme.memberships, level);
  const terms = random.chance(1 - options.cardless)
    ? drawTerms(random, joined, today, membership.months, RENEWAL_CHANCE[level] ?? 0.6)
    : [];
  const [before, term] = [terms.at(-2), terms.at(-1)];

  const deskTime = (day: Day, at: ProgrammeHotel): Date =>
    earlier(now, timeOfDay(day, 9 + random.fraction() * 12, at.utc_offset));
  const created = deskTime(joined, registrationHotel);
  const creator = random.pick(registrationHotel.staff);
  const renewal = term && before ? { at: deskTime(term.renewed ?? joined, hotel), by: random.pick(hotel.staff) } : null;
  const upgrade = term && options.hasUpgrades ? drawUpgrade(random, programme, hotel, level, term) : null;
  const last = upgrade ?? renewal ?? { at: created, by: creator };
  const deleted = random.chance(0.02) ? later(random, last.at, 400, now) : null;
  const changes: MemberChange[] = [];
  if (renewal && term && before) changes.push({ ...renewal, before: validity(before), after: validity(term) });
  if (upgrade)
    changes.push({
      at: upgrade.at,
      by: upgrade.by,
      before: { membership_id: known(programme.memberships, upgrade.from).id },
      after: { membership_id: membership.id },
    });

  return {
    created,
    creator,
    deleted,
    level,
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
      updated_at: deleted ?? last.at,
      updated_by_id: deleted ? administrator : last.by,
      deleted_at: deleted,
      deleted_by_id: deleted ? administrator : null,
      membership_id: membership.id,
      first_name: name.first,
      last_name: name.last,
      type_gender_id: known(
        details,
        `type-gender/${random.chance(0.004) ? 'unspecified' : isFemale ? 'female' : 'male'}`,
      ),
      birth_date: dayOrNull(birth),
      origin_country_id: known(programme.countries, home.cca2),
      hotel_id: hotel.id,
      register_hotel_id: registrationHotel.id,
      is_active: !random.chance(0.03),
      email: drawEmail(random, name, birth, home.cca2, options.unique),
      phone_no: drawPhone(random, home.ways),
      home_address: random.chance(0.82) ? drawHomeAddress(random, home.ways, random.pick(home.towns)) : null,
      business_address: random.chance(0.3) ? drawOffice(random, home.cca2, random.pick(home.towns)) : null,
      type_identity_id: identity ? known(details, `type-identity/${identity.type}`) : null,
      identity_no: identity?.number ?? null,
      email_verified_at: random.chance(0.6) ? later(random, created, 3, now) : null,
      member_date: term ? formatDay(joined) : null,
      renew_date: dayOrNull(term?.renewed ?? null),
      valid_until_date: dayOrNull(term?.until ?? null),
      marketing_name: random.chance(0.68) ? drawSeller(random) : null,
      visit_type_id: random.chance(0.75) ? known(details, `visit-type/${drawVisitType(random)}`) : null,
      hobby: random.chance(0.6) ? drawHobby(random) : null,
      dining_preference: random.chance(0.5) ? drawDining(random) : null,
      remark: random.chance(0.09) ? drawRemark(random) : null,
      membership_notification: !random.chance(0.05),
      birthday_notification: !random.chance(0.07),
      all_notification: !random.chance(0.04),
    },
  };
}

/** The regional tier order is only available at Indonesian hotels, where most members start in it. */
function drawTier(random: Random, hotel: ProgrammeHotel, days: number): string {
  const tenure = days < 365 ? 0 : days < 4 * 365 ? 1 : 2;
  return (hotel.region === 'IDN' && random.chance(0.58) ? REGIONAL_TIERS : WORLD_TIERS)[tenure](random);
}

/** An upgrade by visits in the middle of the last term, if records had begun by then. */
function drawUpgrade(
  random: Random,
  { recordsStart, today, now, memberships }: Programme,
  hotel: ProgrammeHotel,
  level: string,
  term: Term,
): Upgrade | null {
  const from = tierBelow(level);
  const [first, last] = [term.from + 60, Math.min(term.until - 20, today)];
  const isOpen = from !== undefined && known(memberships, from).visitsToUpgrade > 0;
  if (!isOpen || term.from <= recordsStart || (term.renewed ?? term.from) <= recordsStart || first > last) return null;
  if (!random.chance(UPGRADE_CHANCE)) return null;
  const day = random.whole(first, last);
  const at = earlier(now, timeOfDay(day, 12 + random.fraction() * 10, hotel.utc_offset));
  return { from, at, by: random.pick(hotel.staff), day };
}

const validity = ({ renewed, until }: Term) => ({ renew_date: dayOrNull(renewed), valid_until_date: formatDay(until) });
const dayOrNull = (day: Day | null): string | null => (day === null ? null : formatDay(day));
const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
/** Up to this number of days after a time, but not in the future. */
const later = (random: Random, at: Date, days: number, now: Date): Date => {
  const seconds = Math.min(days * 86_400, (now.getTime() - at.getTime()) / 1000);
  return new Date(at.getTime() + Math.floor(random.fraction() * seconds) * 1000);
};
