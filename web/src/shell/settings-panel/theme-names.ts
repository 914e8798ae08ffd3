import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ThemeArea, MainTheme, AreaTheme } from '../../session/settings-shape.ts';

/** Names of the themes on screen. */
export const THEME_NAMES: Readonly<Record<MainTheme | AreaTheme, MessageDescriptor>> = {
  system: msg`System`,
  main: msg`Same as main area`,
  light: msg`Light`,
  porcelain: msg`Porcelain`,
  sand: msg`Sand`,
  lagoon: msg`Lagoon`,
  orchid: msg`Orchid`,
  dark: msg`Dark`,
  night: msg`Night`,
  forest: msg`Forest`,
  teak: msg`Teak`,
  ink: msg`Ink`,
};

export const AREA_NAMES: Readonly<Record<ThemeArea, MessageDescriptor>> = {
  main: msg`Main`,
  navbar: msg`Navbar`,
  toolbar: msg`Toolbar`,
  footer: msg`Footer`,
};
