import { OPEN_VOUCHER_STATES, includes } from '@innkeeper/contract';
import {
  type EntryPoint,
  added,
  counted,
  dashboard,
  valueIn,
  listFile,
  listed,
  money,
  moneyIn,
  moneyOf,
  ofGroup,
  reportFile,
  rowsIn,
} from './entry-points.ts';
import { type LabelledValues, type Year, dashboardMetric, overviewOf } from './labelled-value.ts';

/** Terms for vouchers by state, for the members served by the visible hotels. */
export const voucherValues = (year: Year): LabelledValues => ({
  'open vouchers': { ...dashboardMetric((d) => d.vouchers), ...benefits('open', ...OPEN_VOUCHER_STATES) },
  'worth of open vouchers': {
    dashboard: dashboard((d) => moneyOf(d.vouchers.amounts)),
    'file of the list': listFile(vouchers(OPEN_VOUCHER_STATES), ['currency', 'nominal'], money),
    'benefit report': moneyIn(BENEFIT, 'benefit.open_nominal'),
  },
  'redeemed vouchers': benefits('redeemed', 'redeemed'),
  'expired vouchers': benefits('expired', 'expired'),
  'cancelled vouchers': benefits('cancelled', 'cancelled'),
  'issued vouchers': {
    'list, by what became of them': added(STATES.map((states) => listed(vouchers(states)))),
    'benefit report': valueIn(BENEFIT, 'benefit.issued'),
    'rows of the benefit report': rowsIn(BENEFIT),
    'file of the benefit report': reportFile(BENEFIT, ['member_voucher.voucher_no'], counted),
  },
  'issued vouchers of the year': {
    overview: valueIn(overviewOf(year), 'overview.vouchers_issued'),
    'benefit report': valueIn({ ...BENEFIT, where: [year.within('member_voucher.created_at')] }, 'benefit.issued'),
  },
  'worth of issued vouchers': {
    'benefit report': moneyIn(BENEFIT, 'benefit.issued_nominal'),
    'file of the benefit report': reportFile(BENEFIT, ['member_voucher.currency', 'member_voucher.nominal'], money),
  },
  // The benefit report groups by the hotel that serves the member, redemptions by the hotel where they were made.
  'redeemed in the whole group': {
    'list of redemptions': ofGroup(listed({ resource: 'voucher_redeem' })),
    'redemption report': ofGroup(rowsIn({ report: 'redemption-report', hotel: 'voucher_redeem.redeem_hotel.name' })),
    'benefit report': ofGroup(valueIn(BENEFIT, 'benefit.redeemed')),
  },
});

const BENEFIT = { report: 'benefit-report', hotel: 'hotel.code' } as const;
const STATES = [[...OPEN_VOUCHER_STATES], ['redeemed'], ['expired'], ['cancelled']] as const;

/** Member vouchers in some states. */
const vouchers = (states: readonly string[]) =>
  ({
    resource: 'member_voucher',
    hotel: 'member.hotel_id',
    where: [includes('state', states)],
  }) as const;

const benefits = (state: string, ...states: readonly string[]): Record<string, EntryPoint> => {
  const report = { ...BENEFIT, where: [includes('member_voucher.state', states)] };
  return {
    list: listed(vouchers(states)),
    'page 500 of the list': listed(vouchers(states), 500),
    'file of the list': listFile(vouchers(states), ['id'], counted),
    'benefit report': valueIn(BENEFIT, `benefit.${state}`),
    'rows of the benefit report': rowsIn(report),
    'file of the benefit report': reportFile(report, ['member_voucher.voucher_no'], counted),
  };
};
