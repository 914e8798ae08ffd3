import type { Label } from '../texts/label.ts';
import { VERBS, permission, permissionKey } from './permission.ts';

/** A report's page in the console. */
interface ReportPage {
  /** The last segment of its URL, as in the specification. */
  readonly name: string;
  readonly label: Label;
  readonly icon: string;
  /** The column that assigns rows to a period, for comparing two periods. */
  readonly period: string;
}

const definePage = (name: string, icon: string, en: string, id: string, period: string): ReportPage => ({
  name,
  icon,
  label: { en, id },
  period,
});

/** Every report, in the order of the menu. */
export const REPORT_PAGES = {
  'overview-report': definePage(
    'overview',
    'file-chart-column',
    'Overview report',
    'Laporan ikhtisar',
    'overview.month',
  ),
  'sales-report': definePage('plus', 'receipt', 'Sales report', 'Laporan penjualan', 'transaction.transaction_date'),
  'member-report': definePage('new-member', 'users', 'New member report', 'Laporan anggota baru', 'member.member_date'),
  'visit-report': definePage('revenue', 'utensils-crossed', 'Revenue report', 'Laporan pendapatan', 'visit.visit_date'),
  'redemption-report': definePage(
    'redemption',
    'scan-line',
    'Redemption report',
    'Laporan penukaran',
    'voucher_redeem.redeem_date',
  ),
  'takings-report': definePage(
    'takings',
    'receipt-text',
    'Takings report',
    'Laporan penerimaan',
    'transaction.transaction_date',
  ),
  'benefit-report': definePage('database', 'tickets', 'Benefit report', 'Laporan manfaat', 'member_voucher.created_at'),
} as const satisfies Record<string, ReportPage>;

export type ReportKey = keyof typeof REPORT_PAGES;

export const reportKeys = Object.keys(REPORT_PAGES) as ReportKey[]; // Object.keys loses the type of the keys

/** The report whose page has this name. The specification writes `new member` for `new-member`. */
export const findReport = (name: string): ReportKey | undefined =>
  reportKeys.find((key) => REPORT_PAGES[key].name === name.replace(' ', '-'));

export const reportPath = (key: ReportKey): string => `/report/${REPORT_PAGES[key].name}`;

/** The code that allows opening a report: VIEW_SALES_REPORT. */
export const reportPermission = (key: ReportKey): string => permission('VIEW', permissionKey(key));

const CODES_WITHOUT_EFFECT = new Set(
  reportKeys.flatMap((key) =>
    VERBS.filter((verb) => verb !== 'VIEW').map((verb) => permission(verb, permissionKey(key))),
  ),
);

/**
 * Whether a permission code opens anything: every module has all verbs, but a report is only viewed. The database
 * compares rights by the same rule, `has_effect`.
 */
export const hasEffect = (code: string): boolean => !CODES_WITHOUT_EFFECT.has(code);
