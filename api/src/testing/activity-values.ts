import { includesCondition, narrowRows } from '@innkeeper/contract';
import type { Cell, Dashboard } from '@innkeeper/contract/calls';
import {
  type EntryPoint,
  sumOfEntryPoints,
  countLines,
  dashboardValue,
  sumDollarLines,
  reportUsd,
  reportNumber,
  listFileValue,
  listTotal,
  sumMoneyLines,
  reportMoney,
  sumMoney,
  openedTotal,
  readReportFile,
  reportRows,
  sumAsText,
} from './entry-points.ts';
import { type SaleType, type LabelledValues, type Year, overviewReport } from './labelled-value.ts';

/** Labelled values for events at hotels within a year: sales, visits and redemptions, as counts and as money. */
export function activityValues(year: Year, types: readonly SaleType[]): LabelledValues {
  const overviewValue = (columnName: string) => reportNumber(overviewReport(year), `overview.${columnName}`);
  const yearDashboardValue = (read: (response: Dashboard) => string) => dashboardValue(read, year.query);
  /** The list of a dashboard card, for all of its months. */
  const rowsOf = (card: 'sales' | 'visits' | 'redemptions') =>
    openedTotal((d) => narrowRows(d[card].rows, year.toCondition(d[card].month)), year.query);
  const allSales = saleSources(year, types);
  const visits = {
    list: { resource: 'visit', hotel: 'hotel_id', where: [year.toCondition('visit_date')] },
    report: { report: 'visit-report', hotel: 'hotel.code', where: [year.toCondition('visit.visit_date')] },
  } as const;
  const redemptions = {
    list: { resource: 'voucher_redeem', hotel: 'redeem_hotel_id', where: [year.toCondition('redeem_date')] },
    report: {
      report: 'redemption-report',
      hotel: 'voucher_redeem.redeem_hotel.name',
      where: [year.toCondition('voucher_redeem.redeem_date')],
    },
  } as const;
  const salesOfType = (code: string, columnName: string) => ({
    overview: overviewValue(columnName),
    ...subtractReversed(
      saleSources(
        year,
        types.filter((type) => type.code === code),
      ),
    ),
  });
  return {
    'new memberships': salesOfType('1', 'new_members'),
    renewals: salesOfType('2', 'renewals'),
    'free memberships': salesOfType('3', 'free_members'),
    'sales, counted': {
      dashboard: yearDashboardValue((d) => sumNumbers(d.sales.by_hotel)),
      'dashboard, by membership': yearDashboardValue((d) => sumNumbers(d.sales.by_membership)),
      'list that it opens': rowsOf('sales'),
      list: listTotal(allSales.list),
      'file of the list': listFileValue(allSales.list, ['id'], countLines),
      report: reportRows(allSales.report),
      'file of the report': readReportFile(allSales.report, ['transaction.transaction_no'], countLines),
    },
    sales: {
      dashboard: yearDashboardValue((d) => sumAmounts(d.sales.by_month)),
      'file of the list': listFileValue(allSales.list, ['currency', 'grand_total'], sumMoneyLines),
      report: reportMoney(allSales.report, 'transaction.grand_total'),
      'file of the report': readReportFile(
        allSales.report,
        ['transaction.currency', 'transaction.grand_total'],
        sumMoneyLines,
      ),
    },
    'sales in USD': {
      dashboard: yearDashboardValue((d) => sumUsd(d.sales.by_hotel)),
      'dashboard, by membership': yearDashboardValue((d) => sumUsd(d.sales.by_membership)),
      'dashboard, by month': yearDashboardValue((d) => sumUsd(d.sales.by_month)),
      overview: overviewValue('sales_usd'),
      'file of the list': listFileValue(allSales.list, ['grand_total_usd'], sumDollarLines),
      report: reportUsd(allSales.report, 'transaction.grand_total_usd'),
      'file of the report': readReportFile(allSales.report, ['transaction.grand_total_usd'], sumDollarLines),
    },
    visits: {
      dashboard: yearDashboardValue((d) => sumNumbers(d.visits.by_hotel)),
      'dashboard, by membership': yearDashboardValue((d) => sumNumbers(d.visits.by_membership)),
      'list that it opens': rowsOf('visits'),
      overview: overviewValue('visits'),
      list: listTotal(visits.list),
      'page 500 of the list': listTotal(visits.list, 500),
      'file of the list': listFileValue(visits.list, ['id'], countLines),
      report: reportRows(visits.report),
      'file of the report': readReportFile(visits.report, ['visit.visit_no'], countLines),
    },
    revenue: {
      dashboard: yearDashboardValue((d) => sumAmounts(d.visits.by_month)),
      'file of the list': listFileValue(visits.list, ['currency', 'grand_total'], sumMoneyLines),
      report: reportMoney(visits.report, 'visit.grand_total'),
      'file of the report': readReportFile(visits.report, ['visit.currency', 'visit.grand_total'], sumMoneyLines),
    },
    'revenue in USD': {
      dashboard: yearDashboardValue((d) => sumUsd(d.visits.by_hotel)),
      'dashboard, by membership': yearDashboardValue((d) => sumUsd(d.visits.by_membership)),
      overview: overviewValue('spend_usd'),
      'file of the list': listFileValue(visits.list, ['grand_total_usd'], sumDollarLines),
      report: reportUsd(visits.report, 'visit.grand_total_usd'),
    },
    redemptions: {
      dashboard: yearDashboardValue((d) => sumNumbers(d.redemptions.by_month)),
      'list that it opens': rowsOf('redemptions'),
      overview: overviewValue('vouchers_redeemed'),
      list: listTotal(redemptions.list),
      'file of the list': listFileValue(redemptions.list, ['id'], countLines),
      report: reportRows(redemptions.report),
      'file of the report': readReportFile(redemptions.report, ['voucher_redeem.redeem_no'], countLines),
    },
    'worth of redemptions': {
      dashboard: yearDashboardValue((d) => sumAmounts(d.redemptions.by_month)),
      report: reportMoney(redemptions.report, 'member_voucher.nominal'),
      'file of the report': readReportFile(
        redemptions.report,
        ['member_voucher.currency', 'member_voucher.nominal'],
        sumMoneyLines,
      ),
    },
  };
}

const sumNumbers = (cells: readonly Cell[]) => String(cells.reduce((sum, { number }) => sum + number, 0));
const sumAmounts = (cells: readonly Cell[]) => sumMoney(cells.flatMap(({ amounts = [] }) => amounts));
const sumUsd = (cells: readonly Cell[]) => sumAsText(cells.map(({ usd }) => usd));

type SaleSources = ReturnType<typeof saleSources>;

/** Sales of some types within the year: transactions in the list and the report, including reversals. */
const saleSources = (year: Year, types: readonly SaleType[]) =>
  ({
    list: {
      resource: 'transaction',
      hotel: 'hotel_id',
      where: [
        year.toCondition('transaction_date'),
        includesCondition(
          'transaction_type_id',
          types.map(({ id }) => id),
        ),
      ],
    },
    report: {
      report: 'sales-report',
      hotel: 'hotel.code',
      where: [
        year.toCondition('transaction.transaction_date'),
        ...(types.length === 1
          ? [{ column: 'transaction.transaction_type.name', operator: 'matches', value: types[0]?.name ?? '' } as const]
          : []),
      ],
    },
  }) as const;

/** Sales minus their reversals, each in its own month. Refunds subtract nothing. */
const subtractReversed = (sales: SaleSources): Record<string, EntryPoint> => {
  const sourcesByRefund = (value: '0' | '1') => {
    const reversesNothing = { column: 'reverses.transaction_no', operator: 'null', value } as const;
    const withoutReason = { column: 'refund_reason.name', operator: 'null', value: '1' } as const;
    const reportCondition = <C extends typeof reversesNothing | typeof withoutReason>(condition: C) => ({
      ...condition,
      column: `transaction.${condition.column}`,
    });
    return {
      list: { ...sales.list, where: [...sales.list.where, reversesNothing, withoutReason] },
      report: {
        ...sales.report,
        where: [...sales.report.where, reportCondition(reversesNothing), reportCondition(withoutReason)],
      },
    };
  };
  const [soldSales, reversedSales] = [sourcesByRefund('1'), sourcesByRefund('0')];
  const withoutReversals = (entryPoint: (one: typeof soldSales) => EntryPoint) =>
    sumOfEntryPoints([entryPoint(soldSales)], [entryPoint(reversedSales)]);
  return {
    list: withoutReversals(({ list }) => listTotal(list)),
    'file of the list': withoutReversals(({ list }) => listFileValue(list, ['id'], countLines)),
    report: withoutReversals(({ report }) => reportRows(report)),
    'file of the report': withoutReversals(({ report }) =>
      readReportFile(report, ['transaction.transaction_no'], countLines),
    ),
  };
};
