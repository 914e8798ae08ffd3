import { OPEN_VOUCHER_STATES, includesCondition } from '@innkeeper/contract';
import {
  type EntryPoint,
  sumOfEntryPoints,
  countLines,
  dashboardValue,
  reportNumber,
  listFileValue,
  listTotal,
  sumMoneyLines,
  reportMoney,
  sumMoney,
  forGroupLevel,
  readReportFile,
  reportRows,
} from './entry-points.ts';
import { type LabelledValues, type Year, dashboardMetric, overviewReport } from './labelled-value.ts';

/** Labelled values for vouchers by state, for the members served by the visible hotels. */
export const voucherValues = (year: Year): LabelledValues => ({
  'open vouchers': { ...dashboardMetric((d) => d.vouchers), ...benefitEntryPoints('open', ...OPEN_VOUCHER_STATES) },
  'worth of open vouchers': {
    dashboard: dashboardValue((d) => sumMoney(d.vouchers.amounts)),
    'file of the list': listFileValue(voucherList(OPEN_VOUCHER_STATES), ['currency', 'nominal'], sumMoneyLines),
    'benefit report': reportMoney(BENEFIT_REPORT, 'benefit.open_nominal'),
  },
  'redeemed vouchers': benefitEntryPoints('redeemed', 'redeemed'),
  'expired vouchers': benefitEntryPoints('expired', 'expired'),
  'cancelled vouchers': benefitEntryPoints('cancelled', 'cancelled'),
  'issued vouchers': {
    'list, by what became of them': sumOfEntryPoints(VOUCHER_STATES.map((states) => listTotal(voucherList(states)))),
    'benefit report': reportNumber(BENEFIT_REPORT, 'benefit.issued'),
    'rows of the benefit report': reportRows(BENEFIT_REPORT),
    'file of the benefit report': readReportFile(BENEFIT_REPORT, ['member_voucher.voucher_no'], countLines),
  },
  'issued vouchers of the year': {
    overview: reportNumber(overviewReport(year), 'overview.vouchers_issued'),
    'benefit report': reportNumber(
      { ...BENEFIT_REPORT, where: [year.toCondition('member_voucher.created_at')] },
      'benefit.issued',
    ),
  },
  'worth of issued vouchers': {
    'benefit report': reportMoney(BENEFIT_REPORT, 'benefit.issued_nominal'),
    'file of the benefit report': readReportFile(
      BENEFIT_REPORT,
      ['member_voucher.currency', 'member_voucher.nominal'],
      sumMoneyLines,
    ),
  },
  // The benefit report groups by the hotel that serves the member, redemptions by the hotel where they were made.
  'redeemed in the whole group': {
    'list of redemptions': forGroupLevel(listTotal({ resource: 'voucher_redeem' })),
    'redemption report': forGroupLevel(
      reportRows({ report: 'redemption-report', hotel: 'voucher_redeem.redeem_hotel.name' }),
    ),
    'benefit report': forGroupLevel(reportNumber(BENEFIT_REPORT, 'benefit.redeemed')),
  },
});

const BENEFIT_REPORT = { report: 'benefit-report', hotel: 'hotel.code' } as const;
const VOUCHER_STATES = [[...OPEN_VOUCHER_STATES], ['redeemed'], ['expired'], ['cancelled']] as const;

/** The list of member vouchers in some states. */
const voucherList = (states: readonly string[]) =>
  ({
    resource: 'member_voucher',
    hotel: 'member.hotel_id',
    where: [includesCondition('state', states)],
  }) as const;

const benefitEntryPoints = (state: string, ...states: readonly string[]): Record<string, EntryPoint> => {
  const report = { ...BENEFIT_REPORT, where: [includesCondition('member_voucher.state', states)] };
  return {
    list: listTotal(voucherList(states)),
    'page 500 of the list': listTotal(voucherList(states), 500),
    'file of the list': listFileValue(voucherList(states), ['id'], countLines),
    'benefit report': reportNumber(BENEFIT_REPORT, `benefit.${state}`),
    'rows of the benefit report': reportRows(report),
    'file of the benefit report': readReportFile(report, ['member_voucher.voucher_no'], countLines),
  };
};
