import { APPROVAL_RIGHTS } from './approval.ts';
import type { Label } from '../texts/label.ts';
import { permission } from './permission.ts';
import { REPORT_PAGES, reportKeys, reportPath, reportPermission } from './report-pages.ts';
import { type ResourceKey, getResource } from '../resources/by-key.ts';

/** Background and text colour of a badge: roles of the theme. */
export type BadgeGround = 'accent' | 'accent-soft' | 'danger-soft' | 'warning-soft' | 'success-soft' | 'info-soft';
export type BadgeInk = 'on-accent' | 'accent-text' | 'danger-text' | 'warning-text' | 'success-text' | 'info-text';

/** A word or a number next to a menu entry that shows its pending work. */
export interface NavigationBadge {
  readonly title: string;
  /** `accent` by default. */
  readonly bg?: BadgeGround;
  /** `on-accent` by default. */
  readonly fg?: BadgeInk;
}

/** A menu entry as returned by `GET /api/user`, limited to the user's rights. */
export interface NavigationItem {
  readonly id: string;
  readonly type: 'group' | 'collapse' | 'item' | 'link' | 'divider';
  readonly title: string;
  readonly icon?: string;
  readonly url?: string;
  readonly exact?: boolean;
  /** Any one of these codes shows the entry; without codes everybody sees it. */
  readonly auth?: readonly string[];
  readonly target?: '_blank';
  readonly badge?: NavigationBadge;
  readonly children?: readonly NavigationItem[];
}

/** An entry with its name in both languages and its children. */
interface MenuItem extends NavigationItem {
  readonly label: Label;
  readonly children?: readonly MenuItem[];
}

type Entry = Omit<MenuItem, 'type' | 'title'>;
const entry = (type: NavigationItem['type'], fields: Entry): MenuItem => ({ ...fields, type, title: fields.label.en });

/** A page of the console. */
const page = (fields: Entry & { url: string }) => entry('item', fields);
/** A link outside the console. */
const link = (fields: Entry & { url: string }) => entry('link', { ...fields, target: '_blank' });
/** A heading over entries that are always visible. */
const group = (id: string, label: Label, icon: string, children: readonly MenuItem[]) =>
  entry('group', { id, label, icon, children });
/** A collapsible section, for entries that are not used daily. */
const collapse = (id: string, label: Label, icon: string, children: readonly MenuItem[]) =>
  entry('collapse', { id, label, icon, children });
const divider = (id: string) => entry('divider', { id, label: { en: '', id: '' } });
/** The list of a resource, under its own name unless the menu has another one. */
const list = (key: ResourceKey, label?: Label): MenuItem => {
  const d = getResource(key);
  return page({
    id: d.key,
    label: label ?? d.labels,
    icon: d.icon,
    url: d.path,
    auth: [permission('VIEW', d.permission)],
  });
};

/** The whole menu, in order. Daily entries are at the top, outside any group. */
const MENU: readonly MenuItem[] = [
  page({
    id: 'dashboard',
    label: { en: 'Dashboard', id: 'Dasbor' },
    icon: 'layout-dashboard',
    url: '/company/dashboard',
    auth: [permission('VIEW', 'DASHBOARD')],
  }),
  page({
    id: 'search',
    label: { en: 'Search', id: 'Cari' },
    icon: 'search',
    url: '/company/search',
    auth: [permission('VIEW', 'SEARCH')],
  }),
  list('member'),
  page({
    id: 'work_lists',
    label: { en: 'Call lists', id: 'Daftar panggilan' },
    icon: 'phone',
    url: '/company/work-list',
    auth: [permission('VIEW', 'MEMBER')],
  }),
  list('member_card'),
  list('member_voucher'),
  group('finance', { en: 'Finance', id: 'Keuangan' }, 'receipt', [
    page({
      id: 'sell_membership',
      label: { en: 'Sell a membership', id: 'Jual keanggotaan' },
      icon: 'hand-coins',
      url: '/finance/transaction/wizard',
      auth: [permission('STORE', 'TRANSACTION')],
    }),
    page({
      id: 'free_membership',
      label: { en: 'Complimentary membership', id: 'Keanggotaan komplimen' },
      icon: 'gift',
      url: '/finance/transaction/free_membership',
      auth: [permission('STORE', 'TRANSACTION')],
    }),
    list('transaction'),
    list('transaction_detail'),
    list('receipt'),
    page({
      id: 'quick_visit',
      label: { en: 'Post a visit', id: 'Catat kunjungan' },
      icon: 'utensils-crossed',
      url: '/finance/visit/quick',
      auth: [permission('STORE', getResource('visit').permission)],
    }),
    list('visit'),
    list('held_posting'),
    page({
      id: 'redeem',
      label: { en: 'Redeem', id: 'Tukar voucher' },
      icon: 'scan-line',
      url: '/finance/voucher-redeem/wizard',
      auth: [permission('STORE', getResource('voucher_redeem').permission)],
    }),
    list('voucher_redeem'),
    list('term_end'),
    page({
      id: 'month_close',
      label: { en: 'Month close', id: 'Tutup buku bulanan' },
      icon: 'lock-keyhole',
      url: '/finance/month-close',
      auth: [permission('VIEW', 'MONTH_CLOSE')],
    }),
  ]),
  group(
    'reports',
    { en: 'Reports', id: 'Laporan' },
    'file-chart-column',
    reportKeys.map((key) => {
      const { label, icon } = REPORT_PAGES[key];
      return page({ id: key, label, icon, url: reportPath(key), auth: [reportPermission(key)] });
    }),
  ),
  group('system', { en: 'System', id: 'Sistem' }, 'settings', [
    list('membership'),
    list('membership_price'),
    list('voucher'),
    collapse('mails', { en: 'Emails', id: 'Email' }, 'mail', [
      list('mail_log'),
      list('mail_template'),
      list('mail_language'),
      list('mail_params'),
      list('mail_language_params'),
      list('mail_data'),
    ]),
    list('integration'),
    list('webhook'),
    collapse('places', { en: 'Hotels and regions', id: 'Hotel dan wilayah' }, 'map-pinned', [
      list('hotel'),
      list('region'),
      list('region_users', { en: 'Staff assignments', id: 'Penugasan staf' }),
      list('country'),
    ]),
  ]),
  group('others', { en: 'Others', id: 'Lainnya' }, 'sliders-horizontal', [
    page({
      id: 'approvals',
      label: { en: 'Approvals', id: 'Persetujuan' },
      icon: 'stamp',
      url: '/others/approval',
      auth: APPROVAL_RIGHTS,
    }),
    list('users'),
    list('role_group'),
    collapse('audits', { en: 'Audit', id: 'Audit' }, 'scan-search', [
      list('audit_entry'),
      list('flagged_activity'),
      list('export_entry'),
      list('manual_change'),
      page({
        id: 'books',
        label: { en: 'Reconciliation', id: 'Rekonsiliasi' },
        icon: 'scale',
        url: '/others/audit/books',
        auth: [permission('VIEW', getResource('audit_entry').permission)],
      }),
    ]),
    collapse('report_setup', { en: 'Report setup', id: 'Pengaturan laporan' }, 'file-chart-column', [
      list('report'),
      list('report_column'),
    ]),
    collapse('choices', { en: 'Option lists', id: 'Daftar pilihan' }, 'list-checks', [
      list('option'),
      list('option_detail'),
      list('type_input'),
    ]),
    collapse('modules', { en: 'Modules and groups', id: 'Modul dan grup' }, 'boxes', [
      list('module_group'),
      list('module'),
    ]),
    divider('others-outside'),
    link({
      id: 'api_documentation',
      label: { en: 'API documentation', id: 'Dokumentasi API' },
      icon: 'book-open',
      url: '/docs',
      auth: [permission('VIEW', 'INTEGRATION')],
    }),
  ]),
];

const flatten = (items: readonly MenuItem[]): readonly MenuItem[] =>
  items.flatMap((item) => [item, ...flatten(item.children ?? [])]);

/** The label of every entry by id, used by the console to translate the menu. */
export const menuLabels: ReadonlyMap<string, Label> = new Map(flatten(MENU).map(({ id, label }) => [id, label]));

/**
 * The menu for a user with these codes, with badges by entry id. Empty groups and sections are removed, and so are
 * dividers with nothing before or after them.
 */
export function navigationFor(
  permits: (auth: readonly string[]) => boolean,
  badges: ReadonlyMap<string, NavigationBadge> = new Map(),
): NavigationItem[] {
  const prune = (items: readonly MenuItem[]): NavigationItem[] =>
    withoutStrayDividers(
      items.flatMap(({ label: _, children, ...item }) => {
        if (!permits(item.auth ?? [])) return [];
        const badge = badges.get(item.id);
        const below = children && prune(children);
        if (below?.length === 0) return [];
        return [{ ...item, ...(badge && { badge }), ...(below && { children: below }) }];
      }),
    );
  return prune(MENU);
}

const withoutStrayDividers = (items: readonly NavigationItem[]): NavigationItem[] =>
  items.filter(
    ({ type }, at) =>
      type !== 'divider' ||
      (at > 0 && items[at - 1]?.type !== 'divider' && items.slice(at).some((i) => i.type !== 'divider')),
  );
