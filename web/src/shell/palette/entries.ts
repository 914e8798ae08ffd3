import { type Language, menuLabels } from '@innkeeper/contract';
import { createElement, type ReactElement } from 'react';
import { useLanguage } from '../../i18n/use-label.ts';
import { useSettings } from '../../session/settings.ts';
import { NavigationIcon } from '../../session/navigation-icon.tsx';
import { listPages, useNavigation } from '../../session/navigation-tree.ts';
import { type PaletteAction, listActions } from './actions.ts';
import type { SearchableEntry } from './match.ts';

/** An entry of the palette that needs no request. */
export interface PaletteEntry extends SearchableEntry {
  readonly id: string;
  readonly kind: 'page' | 'action';
  readonly icon: ReactElement;
  readonly run: PaletteAction['run'];
}

/** Synonyms of pages in both languages, by the id of the menu entry. */
const PAGE_ALIASES: Readonly<Record<string, string>> = {
  work_lists: 'phone calls follow up telepon hubungi tindak lanjut',
  member_card: 'lost stolen replace hilang dicuri ganti',
  member_voucher: 'void extend batalkan',
  sell_membership: 'sale renew renewal new member join penjualan perpanjang perpanjangan anggota baru',
  free_membership: 'give gift complimentary beri hadiah cuma-cuma',
  transaction: 'sales payment correct refund penjualan pembayaran koreksi',
  quick_visit: 'bill tagihan',
  voucher_redeem: 'undo void batalkan urungkan',
  handover: 'hand over shift end of day ganti sif akhir hari',
  term_end: 'keep lower grace tingkat masa tenggang',
  month_close: 'close the month books lock period kunci periode',
  users: 'staff colleague people staf rekan',
  audit_entry: 'who changed history trail siapa mengubah riwayat',
};

const OTHER_LANGUAGE: Record<Language, Language> = { en: 'id', id: 'en' };

/** The pages of the menu and the available actions, named in the current language. */
export function usePaletteEntries(): readonly PaletteEntry[] {
  const language = useLanguage();
  const settings = useSettings();
  const pages = listPages(useNavigation()).map((page) => ({
    id: `page-${page.id}`,
    kind: 'page' as const,
    name: page.title,
    otherName: menuLabels.get(page.id)?.[OTHER_LANGUAGE[language]] ?? '',
    aliases: PAGE_ALIASES[page.id] ?? '',
    icon: createElement(NavigationIcon, { name: page.icon }),
    run: { to: page.url ?? '/' },
  }));
  const actions = listActions({ language, settings }).map((action) => ({
    id: action.id,
    kind: 'action' as const,
    name: action.label[language],
    otherName: action.label[OTHER_LANGUAGE[language]],
    aliases: action.aliases,
    icon: createElement(action.icon, { size: 18 }),
    run: action.run,
  }));
  return [...pages, ...actions];
}
