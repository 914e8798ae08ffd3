import {
  type Label,
  type Language,
  type ResourceKey,
  getResource,
  permission,
  resourceKeys,
} from '@innkeeper/contract';
import BookOpen from 'lucide-react/icons/book-open';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import Languages from 'lucide-react/icons/languages';
import LogOut from 'lucide-react/icons/log-out';
import Moon from 'lucide-react/icons/moon';
import PanelLeft from 'lucide-react/icons/panel-left';
import PanelRight from 'lucide-react/icons/panel-right';
import Plus from 'lucide-react/icons/plus';
import Settings2 from 'lucide-react/icons/settings-2';
import Sun from 'lucide-react/icons/sun';
import UserRound from 'lucide-react/icons/user-round';
import type { ComponentType } from 'react';
import { switchLanguage } from '../../session/session.ts';
import { chooseTheme } from '../../session/settings.ts';
import type { Settings } from '../../session/settings-shape.ts';
import { can } from '../../session/user.ts';
import { changeLayout } from '../layouts/change-layout.ts';
import { openForm } from '../open-form.ts';
import { openHelp } from '../help/open-help.ts';
import { openQuickPanel } from '../quick-panel/open-quick-panel.ts';
import { getExtensions } from '../../engine/form/extensions.ts';
import { findResourcePath, resourcePath } from '../../engine/data/resource-path.ts';
import { canOpenSettings, openSettingsPanel } from '../settings-panel/open-settings-panel.ts';

/** The state that determines which actions are available. */
export interface PaletteContext {
  readonly language: Language;
  readonly settings: Settings;
}

export interface PaletteAction {
  readonly id: string;
  readonly label: Label;
  /** Synonyms in either language. */
  readonly aliases: string;
  readonly icon: ComponentType<{ size?: number }>;
  readonly isAvailable?: (context: PaletteContext) => boolean;
  /** The path to open, or a function to call. */
  readonly run: { readonly to: string } | (() => void);
}

/** Actions of every page. Labels have both languages, because users may type either one. */
const ACTIONS: readonly PaletteAction[] = [
  {
    id: 'quick-panel',
    label: { en: 'Open quick panel', id: 'Buka panel cepat' },
    aliases: 'messages notes scope session pesan catatan cakupan sesi',
    icon: PanelRight,
    run: () => void openQuickPanel(),
  },
  {
    id: 'profile',
    label: { en: 'My Profile', id: 'Profil Saya' },
    aliases: 'account password photo akun kata sandi foto',
    icon: UserRound,
    run: { to: '/pages/profile' },
  },
  {
    id: 'help',
    label: { en: 'Help and keyboard shortcuts', id: 'Bantuan dan pintasan papan ketik' },
    aliases: 'manual how to keys panduan cara tombol',
    icon: CircleHelp,
    run: () => void openHelp(),
  },
  {
    id: 'guide',
    label: { en: 'User guide', id: 'Panduan pengguna' },
    aliases: 'help manual documentation how to bantuan petunjuk cara',
    icon: BookOpen,
    run: { to: '/help' },
  },
  {
    id: 'english',
    label: { en: 'Switch to English', id: 'Ganti ke bahasa Inggris' },
    aliases: 'language',
    icon: Languages,
    isAvailable: ({ language }) => language !== 'en',
    run: () => void switchLanguage('en'),
  },
  {
    id: 'indonesian',
    label: { en: 'Switch to Indonesian', id: 'Ganti ke bahasa Indonesia' },
    aliases: 'language',
    icon: Languages,
    isAvailable: ({ language }) => language !== 'id',
    run: () => void switchLanguage('id'),
  },
  {
    id: 'light',
    label: { en: 'Light theme', id: 'Tema terang' },
    aliases: 'mode bright day siang',
    icon: Sun,
    isAvailable: ({ settings }) => settings.themes.main !== 'light',
    run: () => chooseTheme('light'),
  },
  {
    id: 'dark',
    label: { en: 'Dark theme', id: 'Tema gelap' },
    aliases: 'mode night malam',
    icon: Moon,
    isAvailable: ({ settings }) => settings.themes.main !== 'dark',
    run: () => chooseTheme('dark'),
  },
  {
    id: 'fold',
    label: { en: 'Collapse navigation', id: 'Ciutkan navigasi' },
    aliases: 'menu sidebar hide collapse sembunyikan',
    icon: PanelLeft,
    isAvailable: ({ settings: { layout } }) => layout.style === 'layout1' && layout.config['folded'] !== true,
    run: () => changeLayout({ folded: true }),
  },
  {
    id: 'unfold',
    label: { en: 'Pin navigation', id: 'Sematkan navigasi' },
    aliases: 'menu sidebar show unfold expand tampilkan',
    icon: PanelLeft,
    isAvailable: ({ settings: { layout } }) => layout.style === 'layout1' && layout.config['folded'] === true,
    run: () => changeLayout({ folded: false }),
  },
  {
    id: 'settings',
    label: { en: 'Settings', id: 'Pengaturan' },
    aliases: 'layout theme scrollbars look tata letak tema tampilan',
    icon: Settings2,
    isAvailable: () => canOpenSettings(),
    run: openSettingsPanel,
  },
  {
    id: 'logout',
    label: { en: 'Logout', id: 'Keluar' },
    aliases: 'sign out log out exit end session akhiri sesi',
    icon: LogOut,
    run: { to: '/logout' },
  },
];

/** Synonyms of `New …`, beside those that apply to every resource. */
const CREATE_ALIASES: Readonly<Partial<Record<ResourceKey, string>>> = { users: 'invite undang' };

/** An action for each resource that the user may create, in the order of the definitions. */
function createActions(): PaletteAction[] {
  // A resource that is shown only within another one has no page of its own.
  const hasPage = (key: ResourceKey) => findResourcePath(getResource(key).path)?.resource === key;
  return resourceKeys
    .filter(
      (key) => !getResource(key).readOnly && can(permission('STORE', getResource(key).permission)) && hasPage(key),
    )
    .map((key) => ({
      id: `new-${key}`,
      label: {
        en: `New ${getResource(key).label.en.toLocaleLowerCase()}`,
        id: `${getResource(key).label.id} baru`,
      },
      aliases: `add create tambah buat ${CREATE_ALIASES[key] ?? ''}`,
      icon: Plus,
      run:
        // A dialog of its own, such as the invitation of a user, may do more than the form at the address.
        getResource(key).opensInDialog || key in getExtensions().createDialogs
          ? () => void openForm({ definition: getResource(key) })
          : { to: resourcePath(key, 'new') },
    }));
}

/** The actions that the user may run and that would change something now. */
export const listActions = (context: PaletteContext): readonly PaletteAction[] =>
  [...createActions(), ...ACTIONS].filter((action) => action.isAvailable?.(context) ?? true);
