import type { Insertable } from 'kysely';
import type { Schema } from '@innkeeper/db';
import {
  type UniqueEmail,
  drawEmail,
  drawHomeAddress,
  drawIdentity,
  drawOffice,
  drawPhone,
  parseWays,
} from './contacts.ts';
import { type Day, atHour, writeDay } from './days.ts';
import { HOMELANDS, WAYS } from './homelands.ts';
import { CULTURES, type CultureName } from './names.ts';
import { DEMO_HOTELS } from './places.ts';
import { type Programme, type ProgrammeHotel, known } from './programme.ts';
import { type Random, weighted } from './random.ts';
import { joinDays } from './seasons.ts';
import { drawDining, drawHobby, drawRemark, drawSeller, drawVisitType } from './tastes.ts';
import { type Term, drawTerms } from './terms.ts';
import { levelBelow } from './memberships.ts';

export type MemberRow = Insertable<Schema['member']>;

/** A change of a member that the log knows: when, by whom, and the columns before and after. */
export interface MemberChange {
  readonly at: Date;
  readonly by: number;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** How visits lifted a member to the present level. */
interface Upgrade {
  /** Code of the level before. */
  readonly from: string;
  readonly at: Date;
  readonly by: number;
  /** The day on which the card of the present level begins. */
  readonly day: Day;
}

export interface DrawnMember {
  readonly row: MemberRow;
  readonly created: Date;
  readonly creator: number;
  readonly deleted: Date | null;
  /** Code of the membership. */
  readonly level: string;
  readonly hotel: ProgrammeHotel;
  readonly registeredAt: ProgrammeHotel;
  /** Of the cards, in their order; none for a member who never had one. */
  readonly terms: readonly Term[];
  /** The last one. */
  readonly renewal: { readonly at: Date; readonly by: number } | null;
  /** In the last term. */
  readonly upgrade: Upgrade | null;
  readonly changes: readonly MemberChange[];
}

const drawHomeland = weighted(
  HOMELANDS.map((home) => {
    const ways = WAYS[home.cca2];
    if (!ways) throw new Error(`Nothing is known of the ways of ${home.cca2}`);
    const cultures = Object.entries(home.cultures) as [CultureName, number][]; // Object.entries forgets the key type
    return [
      {
        cca2: home.cca2,
        towns: home.towns,
        ways: parseWays(ways),
        culture: weighted(cultures),
        hotel: weighted(Object.entries(home.hotels)),
      },
      home.weight,
    ];
  }),
);
const drawAnyHotel = weighted(DEMO_HOTELS.map((h) => [h.code, h.weight]));

/** Membership codes of either ladder by years of membership: under 1, under 4, more. */
const REGIONAL_LADDER = [
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
const WORLD_LADDER = [
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
/** Probability that a member of each level renews once more. */
const RETENTION: Readonly<Record<string, number>> = { SHB: 0.8, SHP: 0.66, SHU: 0.76, SLV: 0.63, GLD: 0.75, PLT: 0.87 };

/** Chance that a member who could have been lifted to the present level in the last term was. */
const UPGRADED = 0.3;

interface MemberOptions {
  readonly unique: UniqueEmail;
  /** Share of the members who never had a card. */
  readonly cardless: number;
  /** Whether visits may have lifted them to their level. */
  readonly hasUpgrades: boolean;
}

/**
 * Draws members of a programme. `share` (0 to 1) says when they joined: after that share of all members, so that rising
 * shares give members in the order in which they were entered.
 */
export function memberSource(
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
  const registeredAt = random.chance(0.9) ? hotel : known(programme.hotels, drawAnyHotel(random));
  const birth = random.chance(0.91)
    ? joined - Math.floor(365.25 * (21 + random.fraction() * 24 + random.fraction() * 26))
    : null;
  const identity = drawIdentity(random, home.cca2, isFemale, birth ?? joined - 12_000);

  const level = drawLevel(random, hotel, today - joined);
  const membership = known(programme.memberships, level);
  const terms = random.chance(1 - options.cardless)
    ? drawTerms(random, joined, today, membership.months, RETENTION[level] ?? 0.6)
    : [];
  const [before, term] = [terms.at(-2), terms.at(-1)];

  const atDesk = (day: Day, at: ProgrammeHotel): Date =>
    earlier(now, atHour(day, 9 + random.fraction() * 12, at.utc_offset));
  const created = atDesk(joined, registeredAt);
  const creator = random.pick(registeredAt.staff);
  const renewal = term && before ? { at: atDesk(term.renewed ?? joined, hotel), by: random.pick(hotel.staff) } : null;
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
    registeredAt,
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
      register_hotel_id: registeredAt.id,
      is_active: !random.chance(0.03),
      email: drawEmail(random, name, birth, home.cca2, options.unique),
      phone_no: drawPhone(random, home.ways),
      home_address: random.chance(0.82) ? drawHomeAddress(random, home.ways, random.pick(home.towns)) : null,
      business_address: random.chance(0.3) ? drawOffice(random, home.cca2, random.pick(home.towns)) : null,
      type_identity_id: identity ? known(details, `type-identity/${identity.type}`) : null,
      identity_no: identity?.number ?? null,
      email_verified_at: random.chance(0.6) ? later(random, created, 3, now) : null,
      member_date: term ? writeDay(joined) : null,
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

/** The regional ladder is open to Indonesian hotels only, where most begin on it. */
function drawLevel(random: Random, hotel: ProgrammeHotel, days: number): string {
  const tenure = days < 365 ? 0 : days < 4 * 365 ? 1 : 2;
  return (hotel.region === 'IDN' && random.chance(0.58) ? REGIONAL_LADDER : WORLD_LADDER)[tenure](random);
}

/** Visits lift a member in the last term, as long as the books know of it, in its middle. */
function drawUpgrade(
  random: Random,
  { bookStart, today, now, memberships }: Programme,
  hotel: ProgrammeHotel,
  level: string,
  term: Term,
): Upgrade | null {
  const from = levelBelow(level);
  const [first, last] = [term.from + 60, Math.min(term.until - 20, today)];
  const isOpen = from !== undefined && known(memberships, from).visitsToUpgrade > 0;
  if (!isOpen || term.from <= bookStart || (term.renewed ?? term.from) <= bookStart || first > last) return null;
  if (!random.chance(UPGRADED)) return null;
  const day = random.whole(first, last);
  const at = earlier(now, atHour(day, 12 + random.fraction() * 10, hotel.utc_offset));
  return { from, at, by: random.pick(hotel.staff), day };
}

const validity = ({ renewed, until }: Term) => ({ renew_date: dayOrNull(renewed), valid_until_date: writeDay(until) });
const dayOrNull = (day: Day | null): string | null => (day === null ? null : writeDay(day));
const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
/** Up to that many days after a moment, as far as they have passed. */
const later = (random: Random, at: Date, days: number, now: Date): Date => {
  const seconds = Math.min(days * 86_400, (now.getTime() - at.getTime()) / 1000);
  return new Date(at.getTime() + Math.floor(random.fraction() * seconds) * 1000);
};
