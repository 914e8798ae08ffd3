import { APPROVAL_RIGHTS } from './approval.ts';
import type { Label } from './label.ts';
import { permission } from './permission.ts';
import { REPORT_PAGES, reportKeys, reportPath, reportPermission } from './report-pages.ts';
import { type ResourceKey, getResource } from './resources.ts';

/** The fill of a badge, and its text: roles of the theme on screen. */
export type BadgeGround = 'accent' | 'accent-soft' | 'danger-soft' | 'warning-soft' | 'success-soft' | 'info-soft';
export type BadgeInk = 'on-accent' | 'accent-text' | 'danger-text' | 'warning-text' | 'success-text' | 'info-text';

/** A word or a number beside an entry: the waiting work there. */
export interface NavigationBadge {
  readonly title: string;
  /** `accent` by default. */
  readonly bg?: BadgeGround;
  /** `on-accent` by default. */
  readonly fg?: BadgeInk;
}

/** An entry of the menu, as `GET /api/user` answers it: pruned to the user's rights. */
export interface NavigationItem {
  readonly id: string;
  readonly type: 'group' | 'collapse' | 'item' | 'link' | 'divider';
  readonly title: string;
  readonly icon?: string;
  readonly url?: string;
  readonly exact?: boolean;
  /** Codes of which any one shows the entry; nothing: everybody sees it. */
  readonly auth?: readonly string[];
  readonly target?: '_blank';
  readonly badge?: NavigationBadge;
  readonly children?: readonly NavigationItem[];
}

/** An entry with its name in both languages, and everything below it. */
interface MenuItem extends NavigationItem {
  readonly label: Label;
  readonly children?: readonly MenuItem[];
}

type Entry = Omit<MenuItem, 'type' | 'title'>;
const entry = (type: NavigationItem['type'], fields: Entry): MenuItem => ({ ...fields, type, title: fields.label.en });

/** A page of the console. */
const page = (fields: Entry & { url: string }) => entry('item', fields);
/** Something outside the console. */
const link = (fields: Entry & { url: string }) => entry('link', { ...fields, target: '_blank' });
/** A heading over entries that always stand in sight. */
const group = (id: string, label: Label, icon: string, children: readonly MenuItem[]) =>
  entry('group', { id, label, icon, children });
/** A section that opens: for entries that are not used daily. */
const collapse = (id: string, label: Label, icon: string, children: readonly MenuItem[]) =>
  entry('collapse', { id, label, icon, children });
const divider = (id: string) => entry('divider', { id, label: { en: '', id: '' } });
/** The list of a resource. */
const list = (key: ResourceKey): MenuItem => {
  const d = getResource(key);
  return page({ id: d.key, label: d.labels, icon: d.icon, url: d.path, auth: [permission('VIEW', d.permission)] });
};

/** The whole menu, in its order. Daily entries stand at its top, outside of any group. */
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
    label: { en: 'Work lists', id: 'Daftar kerja' },
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
      label: { en: 'Free membership', id: 'Keanggotaan gratis' },
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
      label: { en: 'Month close', id: 'Tutup bulan' },
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
    collapse('mails', { en: 'Mails', id: 'Email' }, 'mail', [
      list('mail_log'),
      list('mail_template'),
      list('mail_language'),
      list('mail_params'),
      list('mail_language_params'),
      list('mail_data'),
    ]),
    list('integration'),
    list('webhook'),
    collapse('places', { en: 'Places', id: 'Lokasi' }, 'map-pinned', [
      list('hotel'),
      list('region'),
      list('region_users'),
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
      list('unusual_act'),
      list('export_entry'),
      list('manual_change'),
      page({
        id: 'books',
        label: { en: 'Do the books agree?', id: 'Apakah pembukuan cocok?' },
        icon: 'scale',
        url: '/others/audit/books',
        auth: [permission('VIEW', getResource('audit_entry').permission)],
      }),
    ]),
    collapse('report_setup', { en: 'Report set-up', id: 'Penyusunan laporan' }, 'file-chart-column', [
      list('report'),
      list('report_column'),
    ]),
    collapse('choices', { en: 'Choices', id: 'Pilihan isian' }, 'list-checks', [
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

/** The label of every entry by id: the console translates the menu with it. */
export const menuLabels: ReadonlyMap<string, Label> = new Map(flatten(MENU).map(({ id, label }) => [id, label]));

/**
 * The menu for a user with these codes, with badges by the id of their entry. Groups and sections without entries vanish, and
 * so does a divider with nothing before or after it.
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
