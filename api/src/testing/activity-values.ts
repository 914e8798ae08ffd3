import { includes, narrowRows } from '@innkeeper/contract';
import type { Cell, Dashboard } from '@innkeeper/contract/calls';
import {
  type EntryPoint,
  added,
  counted,
  dashboard,
  dollars,
  usdIn,
  valueIn,
  listFile,
  listed,
  money,
  moneyIn,
  moneyOf,
  opened,
  reportFile,
  rowsIn,
  sumOf,
} from './entry-points.ts';
import { type SaleType, type LabelledValues, type Year, overviewOf } from './labelled-value.ts';

/** Terms for events at hotels within a year: sales, visits and redemptions, as counts and as money. */
export function activityValues(year: Year, types: readonly SaleType[]): LabelledValues {
  const overview = (columnName: string) => valueIn(overviewOf(year), `overview.${columnName}`);
  const shown = (read: (response: Dashboard) => string) => dashboard(read, year.query);
  /** The list of a dashboard card, for all of its months. */
  const rowsOf = (card: 'sales' | 'visits' | 'redemptions') =>
    opened((d) => narrowRows(d[card].rows, year.within(d[card].month)), year.query);
  const all = salesOf(year, types);
  const visits = {
    list: { resource: 'visit', hotel: 'hotel_id', where: [year.within('visit_date')] },
    report: { report: 'visit-report', hotel: 'hotel.code', where: [year.within('visit.visit_date')] },
  } as const;
  const redemptions = {
    list: { resource: 'voucher_redeem', hotel: 'redeem_hotel_id', where: [year.within('redeem_date')] },
    report: {
      report: 'redemption-report',
      hotel: 'voucher_redeem.redeem_hotel.name',
      where: [year.within('voucher_redeem.redeem_date')],
    },
  } as const;
  const ofType = (code: string, columnName: string) => ({
    overview: overview(columnName),
    ...withoutReversed(
      salesOf(
        year,
        types.filter((type) => type.code === code),
      ),
    ),
  });
  return {
    'new memberships': ofType('1', 'new_members'),
    renewals: ofType('2', 'renewals'),
    'free memberships': ofType('3', 'free_members'),
    'sales, counted': {
      dashboard: shown((d) => numbersOf(d.sales.by_hotel)),
      'dashboard, by membership': shown((d) => numbersOf(d.sales.by_membership)),
      'list that it opens': rowsOf('sales'),
      list: listed(all.list),
      'file of the list': listFile(all.list, ['id'], counted),
      report: rowsIn(all.report),
      'file of the report': reportFile(all.report, ['transaction.transaction_no'], counted),
    },
    sales: {
      dashboard: shown((d) => amountsOf(d.sales.by_hotel)),
      'dashboard, by membership': shown((d) => amountsOf(d.sales.by_membership)),
      'file of the list': listFile(all.list, ['currency', 'grand_total'], money),
      report: moneyIn(all.report, 'transaction.grand_total'),
      'file of the report': reportFile(all.report, ['transaction.currency', 'transaction.grand_total'], money),
    },
    'sales in USD': {
      dashboard: shown((d) => usdAmountsOf(d.sales.by_hotel)),
      overview: overview('sales_usd'),
      'file of the list': listFile(all.list, ['grand_total_usd'], dollars),
      report: usdIn(all.report, 'transaction.grand_total_usd'),
      'file of the report': reportFile(all.report, ['transaction.grand_total_usd'], dollars),
    },
    visits: {
      dashboard: shown((d) => numbersOf(d.visits.by_hotel)),
      'dashboard, by membership': shown((d) => numbersOf(d.visits.by_membership)),
      'list that it opens': rowsOf('visits'),
      overview: overview('visits'),
      list: listed(visits.list),
      'page 500 of the list': listed(visits.list, 500),
      'file of the list': listFile(visits.list, ['id'], counted),
      report: rowsIn(visits.report),
      'file of the report': reportFile(visits.report, ['visit.visit_no'], counted),
    },
    revenue: {
      dashboard: shown((d) => amountsOf(d.visits.by_hotel)),
      'file of the list': listFile(visits.list, ['currency', 'grand_total'], money),
      report: moneyIn(visits.report, 'visit.grand_total'),
      'file of the report': reportFile(visits.report, ['visit.currency', 'visit.grand_total'], money),
    },
    'revenue in USD': {
      dashboard: shown((d) => usdAmountsOf(d.visits.by_hotel)),
      overview: overview('spend_usd'),
      'file of the list': listFile(visits.list, ['grand_total_usd'], dollars),
      report: usdIn(visits.report, 'visit.grand_total_usd'),
    },
    redemptions: {
      dashboard: shown((d) => numbersOf(d.redemptions.by_month)),
      'list that it opens': rowsOf('redemptions'),
      overview: overview('vouchers_redeemed'),
      list: listed(redemptions.list),
      'file of the list': listFile(redemptions.list, ['id'], counted),
      report: rowsIn(redemptions.report),
      'file of the report': reportFile(redemptions.report, ['voucher_redeem.redeem_no'], counted),
    },
    'worth of redemptions': {
      dashboard: shown((d) => amountsOf(d.redemptions.by_month)),
      report: moneyIn(redemptions.report, 'member_voucher.nominal'),
      'file of the report': reportFile(
        redemptions.report,
        ['member_voucher.currency', 'member_voucher.nominal'],
        money,
      ),
    },
  };
}

const numbersOf = (cells: readonly Cell[]) => String(cells.reduce((sum, { number }) => sum + number, 0));
const amountsOf = (cells: readonly Cell[]) => moneyOf(cells.flatMap(({ amounts }) => amounts));
const usdAmountsOf = (cells: readonly Cell[]) => sumOf(cells.map(({ usd }) => usd));

type Sales = ReturnType<typeof salesOf>;

/** Sales of some types within the year: transactions in the list and the report, including reversals. */
const salesOf = (year: Year, types: readonly SaleType[]) =>
  ({
    list: {
      resource: 'transaction',
      hotel: 'hotel_id',
      where: [
        year.within('transaction_date'),
        includes(
          'transaction_type_id',
          types.map(({ id }) => id),
        ),
      ],
    },
    report: {
      report: 'sales-report',
      hotel: 'hotel.code',
      where: [
        year.within('transaction.transaction_date'),
        ...(types.length === 1
          ? [{ column: 'transaction.transaction_type.name', operator: 'matches', value: types[0]?.name ?? '' } as const]
          : []),
      ],
    },
  }) as const;

/** Sales minus their reversals: a reversal subtracts its sale in its own month. A refund subtracts none. */
const withoutReversed = (sales: Sales): Record<string, EntryPoint> => {
  const filtered = (value: '0' | '1') => {
    const no = { column: 'reverses.transaction_no', operator: 'null', value } as const;
    const whole = { column: 'refund_reason.name', operator: 'null', value: '1' } as const;
    const inReport = <C extends typeof no | typeof whole>(condition: C) => ({
      ...condition,
      column: `transaction.${condition.column}`,
    });
    return {
      list: { ...sales.list, where: [...sales.list.where, no, whole] },
      report: { ...sales.report, where: [...sales.report.where, inReport(no), inReport(whole)] },
    };
  };
  const [sold, reversed] = [filtered('1'), filtered('0')];
  const net = (entryPoint: (one: typeof sold) => EntryPoint) => added([entryPoint(sold)], [entryPoint(reversed)]);
  return {
    list: net(({ list }) => listed(list)),
    'file of the list': net(({ list }) => listFile(list, ['id'], counted)),
    report: net(({ report }) => rowsIn(report)),
    'file of the report': net(({ report }) => reportFile(report, ['transaction.transaction_no'], counted)),
  };
};
