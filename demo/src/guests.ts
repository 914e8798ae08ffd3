import type { RedemptionDraft, VisitDraft, VoucherDraft } from './drafts.ts';
import { type Day, atHour } from './days.ts';
import { DEMO_HOTELS } from './places.ts';
import { drawAmount, pricesIn } from './prices.ts';
import { type Programme, type ProgrammeHotel, known } from './programme.ts';
import { drawDay } from './visit-days.ts';
import { type Random, ranked, weighted } from './random.ts';

/** Chance that a guest is somewhere else than in the hotel that serves them. */
const ELSEWHERE = 0.25;

const drawAnywhere = weighted(DEMO_HOTELS.map((h) => [h.code, h.weight]));
const DRAW_WITHIN: Readonly<Record<string, (random: Random) => string>> = Object.fromEntries(
  Object.entries(Object.groupBy(DEMO_HOTELS, (h) => h.cca2)).map(([cca2, hotels = []]) => [
    cca2,
    weighted(hotels.map((h) => [h.code, h.weight])),
  ]),
);

/** The hotel at which a guest is: mostly their own, else one of the country, or of any country. */
function drawHotel(random: Random, programme: Programme, own: ProgrammeHotel, isAbroad: boolean): ProgrammeHotel {
  if (!random.chance(ELSEWHERE)) return own;
  const draw = isAbroad && random.chance(0.4) ? drawAnywhere : (DRAW_WITHIN[own.cca2] ?? drawAnywhere);
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

/** Of hundred visits so many are entered days later, with a remark. */
const LATE = 1.6;
const DAY = 86_400_000;
/** Seconds: three days to two months. */
const LATE_BY = [3 * 86_400, 60 * 86_400] as const;

export interface Guest {
  readonly memberId: number;
  readonly membershipId: number;
  readonly own: ProgrammeHotel;
  readonly isAbroad: boolean;
  /** How much more than others they spend. */
  readonly spending: number;
}

/** When a visit is to be. */
export interface Stay {
  readonly from: Day;
  readonly until: Day;
  /** It lifts the member to the next level: it is entered in time, and stays. */
  readonly isLifting?: boolean;
  /** The moment at which it is entered, at the member's own hotel. */
  readonly enteredAt?: number;
}

/** A visit on one of the days. Null where it would still be to come. */
export function drawVisit(
  random: Random,
  programme: Programme,
  { memberId, membershipId, own, isAbroad, spending }: Guest,
  { from, until, isLifting = false, enteredAt }: Stay,
): VisitDraft | null {
  const hotel = enteredAt === undefined ? drawHotel(random, programme, own, isAbroad) : own;
  const outlet = drawOutlet(random);
  const now = programme.now.getTime();
  const visitAt = enteredAt === undefined ? drawMoment(random, hotel, outlet, from, until) : enteredAt - 600_000;
  if (visitAt > now) return null;
  const isLate = !isLifting && random.fraction() * 100 < LATE;
  const entered = enteredAt ?? visitAt + 1000 * (isLate ? random.whole(...LATE_BY) : random.whole(240, 5_400));
  const at = entered > now ? visitAt : entered;
  const { dinner, night, treatment, step } = pricesIn(hotel.cca2);
  return {
    id: 0,
    at,
    by: random.pick(hotel.staff),
    hotel,
    deletedAt: !isLifting && random.chance(0.004) ? Math.min(at + DAY, now) : null,
    memberId,
    membershipId,
    visitAt,
    outlet,
    food: outlet === 'FB' || random.chance(0.55) ? drawAmount(random, dinner * spending, step) : 0,
    room: outlet === 'RM' ? drawAmount(random, night * spending, step) * random.whole(1, 3) : 0,
    others: outlet === 'SP' || random.chance(0.06) ? drawAmount(random, treatment * spending, step) : 0,
    staff: random.pick(hotel.crew),
    remark: at - visitAt >= 2 * DAY ? drawLateRemark(random) : random.chance(0.03) ? drawRemark(random) : null,
  };
}

/** Rooms are paid in the morning, all else around noon or in the evening. */
function drawMoment(
  random: Random,
  hotel: ProgrammeHotel,
  outlet: VisitDraft['outlet'],
  from: Day,
  until: Day,
): number {
  const hour = outlet === 'RM' ? 8 + random.fraction() * 4 : 11.5 + random.fraction() * 10.5;
  return atHour(drawDay(random, hotel.calendar, from, until), hour, hotel.utc_offset).getTime();
}

/**
 * The redemption of a voucher on a day within its validity, where it may be redeemed. Null where that day is still to come, or
 * has passed when the card was sold.
 */
export function drawRedemption(random: Random, programme: Programme, voucher: VoucherDraft): RedemptionDraft | null {
  const { card } = voucher;
  const isBound = voucher.voucher.isRestricted;
  const hotel = isBound ? card.hotel : drawHotel(random, programme, card.hotel, !card.membership.isRegional);
  const until = Math.min(card.until, programme.today);
  if (card.from > until) return null;
  const hour = 11 + random.fraction() * 11;
  const at = atHour(drawDay(random, hotel.calendar, card.from, until), hour, hotel.utc_offset).getTime();
  if (at > programme.now.getTime() || at <= card.at) return null;
  return {
    id: 0,
    at,
    by: random.pick(hotel.staff),
    hotel,
    deletedAt: null,
    voucher,
    booking: `${voucher.voucher.type.startsWith('room') ? 'RSV' : 'TBL'}-${random.digits(6)}`,
    staff: random.pick(hotel.crew),
    remark: random.chance(0.04) ? drawRemark(random) : null,
  };
}
