import { findColumn, relationName } from '../resources/column-path.ts';
import type { Field, FieldKind } from '../fields/kinds.ts';
import type { Label } from '../texts/label.ts';
import { COMMON_FIELDS, type ResourceDefinition, listColumns } from '../fields/definition.ts';
import { type ResourceKey, getResource } from '../resources/by-key.ts';
import type { ReportKey } from '../rights/report-pages.ts';

/** A column that a report may show. */
export interface CatalogueColumn {
  /** A field of the table, or a dotted column of its list: `hotel.code`. */
  readonly column: string;
  readonly label: Label;
  readonly kind: FieldKind;
}

export interface CatalogueTable {
  readonly table: string;
  readonly label: Label;
  readonly columns: readonly CatalogueColumn[];
}

const CATALOGUE_RESOURCES = [
  'member',
  'member_card',
  'membership',
  'voucher',
  'member_voucher',
  'voucher_redeem',
  'transaction',
  'transaction_detail',
  'visit',
  'hotel',
  'region',
  'country',
] as const satisfies readonly ResourceKey[];

/** Kinds that reports never contain: hashes, kinds without a displayable value, and plain ids, which names replace. */
const OMITTED_KINDS: ReadonlySet<FieldKind> = new Set(['secret', 'file', 'json', 'references', 'reference']);

function toCatalogueTable(definition: ResourceDefinition): CatalogueTable {
  const dottedColumns = listColumns(definition)
    .map(({ column }) => column)
    .filter((column) => column.includes('.') && !Object.hasOwn(COMMON_FIELDS, `${column.split('.')[0]}_id`));
  // Excluded, because the reason for a lock describes what can be done with a record, not what happened.
  const fields = Object.entries(definition.fields).filter(([name]) => name !== 'locked_reason');
  const ownColumns = fields.map(([name, field]) => (field.kind === 'option' ? `${relationName(name)}.name` : name));
  const columns = [...new Set(['id', ...ownColumns, ...dottedColumns, 'created_at'])].flatMap(
    (column): CatalogueColumn[] => {
      const path = findColumn(definition, column);
      return !path || OMITTED_KINDS.has(path.definition.kind)
        ? []
        : [{ column, label: path.label, kind: path.definition.kind }];
    },
  );
  return { table: definition.key, label: definition.label, columns };
}

const column = (name: string, kind: Field['kind'], en: string, id: string): CatalogueColumn => ({
  column: name,
  label: { en, id },
  kind,
});

/** A value of a year, beside that of the previous year. */
const defineYearColumns = (name: string, kind: Field['kind'], en: string, id: string): readonly CatalogueColumn[] => [
  column(name, kind, en, id),
  column(`${name}_last_year`, kind, `${en}, last year`, `${id}, tahun lalu`),
];

/** Computed on request: the year by month, hotel and membership. Sums of several currencies are in US dollars. */
export const overviewTable: CatalogueTable = {
  table: 'overview',
  label: { en: 'Overview', id: 'Ikhtisar' },
  columns: [
    column('month', 'date', 'Month', 'Bulan'),
    column('region', 'text', 'Region', 'Wilayah'),
    column('hotel', 'text', 'Hotel', 'Hotel'),
    column('membership', 'text', 'Membership', 'Keanggotaan'),
    ...defineYearColumns('joined', 'integer', 'Joined', 'Bergabung'),
    ...defineYearColumns('new_members', 'integer', 'New memberships', 'Keanggotaan baru'),
    ...defineYearColumns('free_members', 'integer', 'Complimentary memberships', 'Keanggotaan komplimen'),
    ...defineYearColumns('renewals', 'integer', 'Renewals', 'Perpanjangan'),
    ...defineYearColumns('sales_usd', 'decimal', 'Sales in USD', 'Penjualan dalam USD'),
    ...defineYearColumns('vouchers_issued', 'integer', 'Vouchers issued', 'Voucher diterbitkan'),
    ...defineYearColumns('vouchers_redeemed', 'integer', 'Vouchers redeemed', 'Voucher ditukar'),
    ...defineYearColumns('visits', 'integer', 'Visits', 'Kunjungan'),
    ...defineYearColumns('spend_usd', 'decimal', 'Guest spending in USD', 'Belanja tamu dalam USD'),
  ],
};

/** Counted on request: member vouchers by their state, and their value. */
const benefitTable: CatalogueTable = {
  table: 'benefit',
  label: { en: 'Benefit', id: 'Manfaat' },
  columns: [
    column('issued', 'integer', 'Issued', 'Diterbitkan'),
    column('redeemed', 'integer', 'Redeemed', 'Ditukar'),
    column('open', 'integer', 'Open', 'Belum ditukar'),
    column('expired', 'integer', 'Expired', 'Kedaluwarsa'),
    column('cancelled', 'integer', 'Cancelled', 'Dibatalkan'),
    column('issued_nominal', 'money', 'Issued, nominal', 'Diterbitkan, nominal'),
    column('redeemed_nominal', 'money', 'Redeemed, nominal', 'Ditukar, nominal'),
    column('open_nominal', 'money', 'Open, nominal', 'Belum ditukar, nominal'),
    column('expired_nominal', 'money', 'Expired, nominal', 'Kedaluwarsa, nominal'),
    column('cancelled_nominal', 'money', 'Cancelled, nominal', 'Dibatalkan, nominal'),
  ],
};

/** Summed on request: the money taken by transactions of every type. Reversals are negative. */
const takingsTable: CatalogueTable = {
  table: 'takings',
  label: { en: 'Takings', id: 'Penerimaan' },
  columns: [
    column('day', 'date', 'Day', 'Hari'),
    column('records', 'integer', 'Transactions', 'Transaksi'),
    column('amount', 'money', 'Amount', 'Jumlah'),
    column('amount_usd', 'decimal', 'Amount in USD', 'Jumlah dalam USD'),
  ],
};

/** The only tables and columns that report columns may use. */
export const reportCatalogue: readonly CatalogueTable[] = [
  ...CATALOGUE_RESOURCES.map((key) => toCatalogueTable(getResource(key))),
  benefitTable,
  overviewTable,
  takingsTable,
];

const PLACE_TABLES = ['hotel', 'country', 'region'] as const;

/** The tables that each report may use: first that of the records it lists, then those of their targets. */
export const REPORT_TABLES = {
  'benefit-report': [
    'member_voucher',
    'voucher',
    'membership',
    'member_card',
    'member',
    'transaction',
    ...PLACE_TABLES,
    'benefit',
  ],
  'member-report': ['member', 'member_card', 'membership', ...PLACE_TABLES],
  'redemption-report': [
    'voucher_redeem',
    'member_voucher',
    'voucher',
    'membership',
    'member_card',
    'member',
    ...PLACE_TABLES,
  ],
  'sales-report': ['transaction', 'transaction_detail', 'member_card', 'membership', 'member', ...PLACE_TABLES],
  'visit-report': ['visit', 'member', 'membership', ...PLACE_TABLES],
  'overview-report': ['overview'],
  'takings-report': ['transaction', 'member', 'membership', ...PLACE_TABLES, 'takings'],
} as const satisfies Record<ReportKey, readonly (ResourceKey | 'benefit' | 'overview' | 'takings')[]>;

export const isReportKey = (key: unknown): key is ReportKey =>
  typeof key === 'string' && Object.hasOwn(REPORT_TABLES, key);

/** A sum column of the catalogue as a field: amounts in US dollars are decimals, those in local currency are money. */
export const catalogueField = ({ kind, label }: CatalogueColumn): Field =>
  kind === 'decimal' ? { kind, label, scale: 2 } : { kind: kind === 'money' ? kind : 'integer', label };

/** The catalogue's entry of a column. */
export const catalogueColumn = (table: string, column: string): CatalogueColumn | undefined =>
  reportCatalogue.find((entry) => entry.table === table)?.columns.find((entry) => entry.column === column);

/** The tables of the catalogue that a report may use. A report with an unknown key may use all of them. */
export function catalogueOf(reportKey: string | null): readonly CatalogueTable[] {
  if (!isReportKey(reportKey)) return reportCatalogue;
  const tables: readonly string[] = REPORT_TABLES[reportKey];
  return tables.flatMap((name) => reportCatalogue.filter(({ table }) => table === name));
}
