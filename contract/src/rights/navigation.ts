import { APPROVAL_RIGHTS } from './approval.ts';
import type { Label } from '../texts/label.ts';
import { permission } from './permission.ts';
import { REPORT_PAGES, reportKeys, reportPath, reportPermission } from './report-pages.ts';
import type { ResourceDefinition } from '../fields/definition.ts';
import { type ResourceKey, getResource, resources } from '../resources/by-key.ts';

/** The theme's colour roles for the background and text of a badge. */
export type BadgeBackground = 'accent' | 'accent-soft' | 'danger-soft' | 'warning-soft' | 'success-soft' | 'info-soft';
export type BadgeForeground =
  | 'on-accent'
  | 'accent-text'
  | 'danger-text'
  | 'warning-text'
  | 'success-text'
  | 'info-text';

/** A word or a number next to a menu entry that shows its pending work. */
export interface NavigationBadge {
  readonly title: string;
  /** `accent` by default. */
  readonly bg?: BadgeBackground;
  /** `on-accent` by default. */
  readonly fg?: BadgeForeground;
}

/** A menu entry as returned by `GET /api/user`, limited to the user's rights. */
export interface NavigationItem {
  readonly id: string;
  readonly type: 'group' | 'collapse' | 'item' | 'link' | 'divider';
  readonly title: string;
  readonly icon?: string;
  readonly url?: string;
  readonly exact?: boolean;
  /** Any one of these codes shows the entry; without codes, everybody sees it. */
  readonly auth?: readonly string[];
  readonly target?: '_blank';
  readonly badge?: NavigationBadge;
  readonly children?: readonly NavigationItem[];
}

/** An entry with its name in both languages and its children. */
interface MenuItem extends NavigationItem {
  readonly label: Label;
  /** Pages that the entry opens instead, for users without its own codes. The first that they may open counts. */
  readonly alternatives?: readonly { readonly page: 'new' | 'find'; readonly auth: readonly string[] }[];
  readonly children?: readonly MenuItem[];
}

type ItemFields = Omit<MenuItem, 'type' | 'title'>;
const createItem = (type: NavigationItem['type'], fields: ItemFields): MenuItem => ({
  ...fields,
  type,
  title: fields.label.en,
});

/** A page of the console. */
const createPageItem = (fields: ItemFields & { url: string }) => createItem('item', fields);
/** A link outside the console. */
const createLinkItem = (fields: ItemFields & { url: string }) => createItem('link', { ...fields, target: '_blank' });
/** A heading over entries that are always visible. */
const createGroup = (id: string, label: Label, icon: string, children: readonly MenuItem[]) =>
  createItem('group', { id, label, icon, children });
/** A collapsible section, for entries that are not used daily. */
const createSection = (id: string, label: Label, icon: string, children: readonly MenuItem[]) =>
  createItem('collapse', { id, label, icon, children });
const createDivider = (id: string) => createItem('divider', { id, label: { en: '', id: '' } });
/** An entry for the list of a resource, under the resource's name unless the menu has another one. */
const createListItem = (key: ResourceKey, label?: Label): MenuItem => toListItem(getResource(key), label);
const toListItem = (d: ResourceDefinition, label?: Label): MenuItem =>
  createPageItem({
    id: d.key,
    label: label ?? d.labels,
    icon: d.icon,
    url: d.path,
    auth: [permission('VIEW', d.permission)],
    ...(!d.readOnly && {
      alternatives: [
        { page: 'new', auth: [permission('STORE', d.permission)] },
        { page: 'find', auth: [permission('UPDATE', d.permission)] },
      ],
    }),
  });

/** The menu, in order. Daily entries are at the top, outside any group. Lists without a place here follow. */
const PLACED_ITEMS: readonly MenuItem[] = [
  createPageItem({
    id: 'dashboard',
    label: { en: 'Dashboard', id: 'Dasbor' },
    icon: 'layout-dashboard',
    url: '/company/dashboard',
    auth: [permission('VIEW', 'DASHBOARD')],
  }),
  createPageItem({
    id: 'search',
    label: { en: 'Search', id: 'Cari' },
    icon: 'search',
    url: '/company/search',
    auth: [permission('VIEW', 'SEARCH')],
  }),
  createListItem('member'),
  createPageItem({
    id: 'work_lists',
    label: { en: 'Call lists', id: 'Daftar panggilan' },
    icon: 'phone',
    url: '/company/work-list',
    auth: [permission('VIEW', 'MEMBER')],
  }),
  createListItem('member_card'),
  createListItem('member_voucher'),
  createGroup('finance', { en: 'Finance', id: 'Keuangan' }, 'receipt', [
    createPageItem({
      id: 'sell_membership',
      label: { en: 'Sell a membership', id: 'Jual keanggotaan' },
      icon: 'hand-coins',
      url: '/finance/transaction/wizard',
      auth: [permission('STORE', 'TRANSACTION')],
    }),
    createPageItem({
      id: 'free_membership',
      label: { en: 'Complimentary membership', id: 'Keanggotaan komplimen' },
      icon: 'gift',
      url: '/finance/transaction/free_membership',
      auth: [permission('STORE', 'TRANSACTION')],
    }),
    createListItem('transaction'),
    createListItem('transaction_detail'),
    createListItem('receipt'),
    createPageItem({
      id: 'quick_visit',
      label: { en: 'Post a visit', id: 'Catat kunjungan' },
      icon: 'utensils-crossed',
      url: '/finance/visit/quick',
      auth: [permission('STORE', getResource('visit').permission)],
    }),
    createListItem('visit'),
    createListItem('held_posting'),
    createPageItem({
      id: 'redeem',
      label: { en: 'Redeem', id: 'Tukar voucher' },
      icon: 'scan-line',
      url: '/finance/voucher-redeem/wizard',
      auth: [permission('STORE', getResource('voucher_redeem').permission)],
    }),
    createListItem('voucher_redeem'),
    createPageItem({
      id: 'handover',
      label: { en: 'Handover', id: 'Serah terima sif' },
      icon: 'clipboard-list',
      url: '/finance/handover',
      auth: (['transaction', 'voucher_redeem', 'visit'] as const).map((key) =>
        permission('VIEW', getResource(key).permission),
      ),
    }),
    createListItem('term_end'),
    createPageItem({
      id: 'month_close',
      label: { en: 'Month close', id: 'Tutup buku bulanan' },
      icon: 'lock-keyhole',
      url: '/finance/month-close',
      auth: [permission('VIEW', 'MONTH_CLOSE')],
    }),
  ]),
  createGroup(
    'reports',
    { en: 'Reports', id: 'Laporan' },
    'file-chart-column',
    reportKeys.map((key) => {
      const { label, icon } = REPORT_PAGES[key];
      return createPageItem({ id: key, label, icon, url: reportPath(key), auth: [reportPermission(key)] });
    }),
  ),
  createGroup('system', { en: 'System', id: 'Sistem' }, 'settings', [
    createListItem('membership'),
    createListItem('membership_price'),
    createListItem('voucher'),
    createSection('mails', { en: 'Emails', id: 'Email' }, 'mail', [
      createListItem('mail_log'),
      createListItem('mail_template'),
      createListItem('mail_language'),
      createListItem('mail_params'),
      createListItem('mail_language_params'),
      createListItem('mail_data'),
    ]),
    createListItem('integration'),
    createListItem('webhook'),
    createSection('places', { en: 'Hotels and regions', id: 'Hotel dan wilayah' }, 'map-pinned', [
      createListItem('hotel'),
      createListItem('region'),
      createListItem('region_users', { en: 'Staff assignments', id: 'Penugasan staf' }),
      createListItem('country'),
    ]),
  ]),
  createGroup('others', { en: 'Others', id: 'Lainnya' }, 'sliders-horizontal', [
    createPageItem({
      id: 'approvals',
      label: { en: 'Approvals', id: 'Persetujuan' },
      icon: 'stamp',
      url: '/others/approval',
      auth: APPROVAL_RIGHTS,
    }),
    createListItem('users'),
    createListItem('role_group'),
    createSection('audits', { en: 'Audit', id: 'Audit' }, 'scan-search', [
      createListItem('audit_entry'),
      createListItem('flagged_activity'),
      createListItem('export_entry'),
      createListItem('manual_change'),
      createPageItem({
        id: 'books',
        label: { en: 'Reconciliation', id: 'Rekonsiliasi' },
        icon: 'scale',
        url: '/others/audit/books',
        auth: [permission('VIEW', getResource('audit_entry').permission)],
      }),
    ]),
    createSection('report_setup', { en: 'Report setup', id: 'Pengaturan laporan' }, 'file-chart-column', [
      createListItem('report'),
      createListItem('report_column'),
    ]),
    createSection('choices', { en: 'Option lists', id: 'Daftar pilihan' }, 'list-checks', [
      createListItem('option'),
      createListItem('option_detail'),
      createListItem('type_input'),
    ]),
    createSection('modules', { en: 'Modules and groups', id: 'Modul dan grup' }, 'boxes', [
      createListItem('module_group'),
      createListItem('module'),
    ]),
    createDivider('others-outside'),
    createLinkItem({
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

/**
 * The complete menu, in order. The list of a resource without a place above is at the end of the group that its path
 * begins with (`/finance/…`), before a divider, or else after the daily entries.
 */
export function createMenu(definitions: readonly ResourceDefinition[]): readonly MenuItem[] {
  const placedIds = new Set(flatten(PLACED_ITEMS).map(({ id }) => id));
  const otherLists = definitions.filter(({ key, withoutMenuEntry }) => !withoutMenuEntry && !placedIds.has(key));
  const findGroup = ({ path }: ResourceDefinition) =>
    PLACED_ITEMS.find(({ id, type }) => type === 'group' && path.startsWith(`/${id}/`))?.id;
  const addLists = (items: readonly MenuItem[], groupId?: string): MenuItem[] => {
    const end = items.findIndex(({ type }) => type === 'group' || type === 'divider');
    const lists = otherLists.filter((d) => findGroup(d) === groupId).map((d) => toListItem(d));
    return items.toSpliced(end < 0 ? items.length : end, 0, ...lists);
  };
  return addLists(PLACED_ITEMS).map((item) =>
    item.type === 'group' ? { ...item, children: addLists(item.children ?? [], item.id) } : item,
  );
}

const MENU = createMenu(Object.values(resources));

/** The label of every entry by id; the console translates the menu with it. */
export const menuLabels: ReadonlyMap<string, Label> = new Map(flatten(MENU).map(({ id, label }) => [id, label]));

/** The label of the menu's page that a path belongs to: that of the list for one of its records. */
export const findPageLabel = (path: string): Label | undefined =>
  flatten(MENU)
    .filter(({ type, url }) => type === 'item' && url !== undefined && `${path}/`.startsWith(`${url}/`))
    .toSorted((a, b) => (b.url ?? '').length - (a.url ?? '').length)[0]?.label;

/**
 * The menu for a user with these codes, with badges by entry id. It omits empty groups and sections, and dividers with
 * nothing before or after them.
 */
export function buildNavigation(
  canSee: (auth: readonly string[]) => boolean,
  badges: ReadonlyMap<string, NavigationBadge> = new Map(),
): NavigationItem[] {
  const prune = (items: readonly MenuItem[]): NavigationItem[] =>
    withoutStrayDividers(
      items.flatMap(({ label: _, children, alternatives, ...listItem }) => {
        const isList = canSee(listItem.auth ?? []);
        const alternative = alternatives?.find(({ auth }) => canSee(auth));
        if (!isList && !alternative) return [];
        const item =
          isList || !alternative
            ? listItem
            : { ...listItem, url: `${listItem.url}/${alternative.page}`, auth: alternative.auth };
        const badge = badges.get(item.id);
        const visibleChildren = children && prune(children);
        if (visibleChildren?.length === 0) return [];
        return [{ ...item, ...(badge && { badge }), ...(visibleChildren && { children: visibleChildren }) }];
      }),
    );
  return prune(MENU);
}

const withoutStrayDividers = (items: readonly NavigationItem[]): NavigationItem[] =>
  items.filter(
    ({ type }, index) =>
      type !== 'divider' ||
      (index > 0 && items[index - 1]?.type !== 'divider' && items.slice(index).some((i) => i.type !== 'divider')),
  );
