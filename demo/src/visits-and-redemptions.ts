import type { RedemptionDraft, VisitDraft, VoucherDraft } from './drafts.ts';
import { type Day, timeOfDay } from './days.ts';
import { DEMO_HOTELS } from './places.ts';
import { drawAmount, pricesOfCountry } from './prices.ts';
import { type Programme, type ProgrammeHotel, known } from './programme.ts';
import { drawDay } from './visit-days.ts';
import { type Random, ranked, weighted } from './random.ts';

/** Probability that a guest visits a hotel other than their own. */
const OTHER_HOTEL_CHANCE = 0.25;

const drawAnyHotel = weighted(DEMO_HOTELS.map((h) => [h.code, h.weight]));
const DRAW_BY_COUNTRY: Readonly<Record<string, (random: Random) => string>> = Object.fromEntries(
  Object.entries(Object.groupBy(DEMO_HOTELS, (h) => h.cca2)).map(([cca2, hotels = []]) => [
    cca2,
    weighted(hotels.map((h) => [h.code, h.weight])),
  ]),
);

/** Hotel of a visit: usually the guest's own, else another one in the country or in any country. */
function drawHotel(random: Random, programme: Programme, own: ProgrammeHotel, travelsAbroad: boolean): ProgrammeHotel {
  if (!random.chance(OTHER_HOTEL_CHANCE)) return own;
  const draw = travelsAbroad && random.chance(0.4) ? drawAnyHotel : (DRAW_BY_COUNTRY[own.cca2] ?? drawAnyHotel);
  return known(programme.hotels, draw(random));
}

const drawOutlet = weighted<VisitDraft['outlet']>([
  ['FB', 66],
  ['RM', 24],
  ['SP', 10],
]);
const drawLateRemark = ranked([
  'Bill found at the night audit',
  'Paid by the company, entered when the invoice was settled',
  'Tagihan menyusul dari outlet',
  'Member showed the card after paying',
  'System was down at the outlet',
  'Lupa diinput oleh shift malam',
]);
const drawRemark = ranked([
  'Family dinner',
  'Anniversary',
  'With colleagues',
  'Ulang tahun',
  'Corporate guest',
  'Arisan',
]);

/** Percentage of visits that are entered days later, with a remark. */
const LATE_PERCENT = 1.6;
const DAY = 86_400_000;
/** Seconds: three days to two months. */
const LATE_SECONDS = [3 * 86_400, 60 * 86_400] as const;

export interface Guest {
  readonly memberId: number;
  readonly membershipId: number;
  readonly own: ProgrammeHotel;
  readonly travelsAbroad: boolean;
  /** Spending relative to others. */
  readonly spending: number;
}

/** Time frame of a visit. */
export interface VisitPeriod {
  readonly from: Day;
  readonly until: Day;
  /** The visit counts towards an upgrade: it is entered on time and never deleted. */
  readonly causesUpgrade?: boolean;
  /** Time of entry, at the member's own hotel. */
  readonly enteredAt?: number;
}

/** A visit on one of the days, or null if it would be in the future. */
export function drawVisit(
  random: Random,
  programme: Programme,
  { memberId, membershipId, own, travelsAbroad, spending }: Guest,
  { from, until, causesUpgrade = false, enteredAt }: VisitPeriod,
): VisitDraft | null {
  const hotel = enteredAt === undefined ? drawHotel(random, programme, own, travelsAbroad) : own;
  const outlet = drawOutlet(random);
  const now = programme.now.getTime();
  const visitAt = enteredAt === undefined ? drawVisitTime(random, hotel, outlet, from, until) : enteredAt - 600_000;
  if (visitAt > now) return null;
  const isLate = !causesUpgrade && random.fraction() * 100 < LATE_PERCENT;
  const entered = enteredAt ?? visitAt + 1000 * (isLate ? random.whole(...LATE_SECONDS) : random.whole(240, 5_400));
  const at = entered > now ? visitAt : entered;
  const { dinner, night, treatment, step } = pricesOfCountry(hotel.cca2);
  return {
    id: 0,
    at,
    by: random.pick(hotel.staff),
    hotel,
    deletedAt: !causesUpgrade && random.chance(0.004) ? Math.min(at + DAY, now) : null,
    memberId,
    membershipId,
    visitAt,
    outlet,
    food: outlet === 'FB' || random.chance(0.55) ? drawAmount(random, dinner * spending, step) : 0,
    room: outlet === 'RM' ? drawAmount(random, night * spending, step) * random.whole(1, 3) : 0,
    others: outlet === 'SP' || random.chance(0.06) ? drawAmount(random, treatment * spending, step) : 0,
    staff: random.pick(hotel.team),
    remark: at - visitAt >= 2 * DAY ? drawLateRemark(random) : random.chance(0.03) ? drawRemark(random) : null,
  };
}

/** Rooms are paid in the morning, everything else around noon or in the evening. */
function drawVisitTime(
  random: Random,
  hotel: ProgrammeHotel,
  outlet: VisitDraft['outlet'],
  from: Day,
  until: Day,
): number {
  const hour = outlet === 'RM' ? 8 + random.fraction() * 4 : 11.5 + random.fraction() * 10.5;
  return timeOfDay(drawDay(random, hotel.calendar, from, until), hour, hotel.utc_offset).getTime();
}

/**
 * Redemption of a voucher on a day within its validity, at a hotel that accepts it. Null if that day is in the future
 * or before the card was sold.
 */
export function drawRedemption(random: Random, programme: Programme, voucher: VoucherDraft): RedemptionDraft | null {
  const { card } = voucher;
  const isSaleHotelOnly = voucher.voucher.isRestricted;
  const hotel = isSaleHotelOnly ? card.hotel : drawHotel(random, programme, card.hotel, !card.membership.isRegional);
  const until = Math.min(card.until, programme.today);
  if (card.from > until) return null;
  const hour = 11 + random.fraction() * 11;
  const at = timeOfDay(drawDay(random, hotel.calendar, card.from, until), hour, hotel.utc_offset).getTime();
  if (at > programme.now.getTime() || at <= card.at) return null;
  return {
    id: 0,
    at,
    by: random.pick(hotel.staff),
    hotel,
    deletedAt: null,
    voucher,
    booking: `${voucher.voucher.type.startsWith('room') ? 'RSV' : 'TBL'}-${random.digits(6)}`,
    staff: random.pick(hotel.team),
    remark: random.chance(0.04) ? drawRemark(random) : null,
  };
}
