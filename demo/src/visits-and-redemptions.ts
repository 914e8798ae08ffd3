import type { RedemptionDraft, VisitDraft, VoucherDraft } from './drafts.ts';
import { type Day, timeOfDay } from './days.ts';
import { DEMO_HOTELS } from './places.ts';
import { drawAmount, getPrices } from './prices.ts';
import { type Programme, type ProgrammeHotel, getRequired } from './programme.ts';
import { drawDay } from './visit-days.ts';
import { type Random, createRankedDraw, createWeightedDraw } from './random.ts';

/** Probability that a guest visits a hotel other than their own. */
const OTHER_HOTEL_CHANCE = 0.25;

const drawAnyHotel = createWeightedDraw(DEMO_HOTELS.map((h) => [h.code, h.weight]));
const DRAW_BY_COUNTRY: Readonly<Record<string, (random: Random) => string>> = Object.fromEntries(
  Object.entries(Object.groupBy(DEMO_HOTELS, (h) => h.cca2)).map(([cca2, hotels = []]) => [
    cca2,
    createWeightedDraw(hotels.map((h) => [h.code, h.weight])),
  ]),
);

/** The hotel of a visit: usually the guest's own, otherwise another one in the country or anywhere. */
function drawHotel(
  random: Random,
  programme: Programme,
  homeHotel: ProgrammeHotel,
  travelsAbroad: boolean,
): ProgrammeHotel {
  if (!random.chance(OTHER_HOTEL_CHANCE)) return homeHotel;
  const drawHotelCode =
    travelsAbroad && random.chance(0.4) ? drawAnyHotel : (DRAW_BY_COUNTRY[homeHotel.cca2] ?? drawAnyHotel);
  return getRequired(programme.hotels, drawHotelCode(random));
}

const drawOutlet = createWeightedDraw<VisitDraft['outlet']>([
  ['FB', 66],
  ['RM', 24],
  ['SP', 10],
]);
const drawLateRemark = createRankedDraw([
  'Bill found at the night audit',
  'Paid by the company, entered when the invoice was settled',
  'Tagihan menyusul dari outlet',
  'Member showed the card after paying',
  'System was down at the outlet',
  'Lupa diinput oleh shift malam',
]);
const drawRemark = createRankedDraw([
  'Family dinner',
  'Anniversary',
  'With colleagues',
  'Ulang tahun',
  'Corporate guest',
  'Arisan',
]);

/** The percentage of visits that are entered days later, with a remark. */
const LATE_ENTRY_PERCENT = 1.6;
const DAY = 86_400_000;
/** In seconds: three days to two months. */
const LATE_ENTRY_SECONDS = [3 * 86_400, 60 * 86_400] as const;

export interface Guest {
  readonly memberId: number;
  readonly membershipId: number;
  readonly homeHotel: ProgrammeHotel;
  readonly travelsAbroad: boolean;
  /** The guest's spending, relative to others. */
  readonly spending: number;
}

/** The time frame of a visit. */
export interface VisitPeriod {
  readonly from: Day;
  readonly until: Day;
  /** Whether the visit counts towards an upgrade: it is then entered on time and never deleted. */
  readonly causesUpgrade?: boolean;
  /** The time of entry, at the member's own hotel. */
  readonly enteredAt?: number;
}

/** A visit on one of the days, or null if it would be in the future. */
export function drawVisit(
  random: Random,
  programme: Programme,
  { memberId, membershipId, homeHotel, travelsAbroad, spending }: Guest,
  { from, until, causesUpgrade = false, enteredAt }: VisitPeriod,
): VisitDraft | null {
  const hotel = enteredAt === undefined ? drawHotel(random, programme, homeHotel, travelsAbroad) : homeHotel;
  const outlet = drawOutlet(random);
  const now = programme.now.getTime();
  const visitAt = enteredAt === undefined ? drawVisitTime(random, hotel, outlet, from, until) : enteredAt - 600_000;
  if (visitAt > now) return null;
  const isLateEntry = !causesUpgrade && random.fraction() * 100 < LATE_ENTRY_PERCENT;
  const entryTime =
    enteredAt ?? visitAt + 1000 * (isLateEntry ? random.integer(...LATE_ENTRY_SECONDS) : random.integer(240, 5_400));
  const at = entryTime > now ? visitAt : entryTime;
  const { dinner, night, treatment, step } = getPrices(hotel.cca2);
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
    room: outlet === 'RM' ? drawAmount(random, night * spending, step) * random.integer(1, 3) : 0,
    others: outlet === 'SP' || random.chance(0.06) ? drawAmount(random, treatment * spending, step) : 0,
    staff: random.pick(hotel.team),
    remark: at - visitAt >= 2 * DAY ? drawLateRemark(random) : random.chance(0.03) ? drawRemark(random) : null,
  };
}

/** Guests pay for rooms in the morning, and for everything else around noon or in the evening. */
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
 * The redemption of a voucher on a day within its validity, at a hotel that accepts it. Null if that day is in the
 * future or before the card was sold.
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
