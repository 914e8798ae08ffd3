import type { MessageDescriptor } from '@lingui/core';
import type { ReactNode } from 'react';

/** The configuration of a layout. Each layout offers a part of it as options. */
export interface LayoutConfig {
  /** The full width of the window, or a readable width. */
  readonly mode: 'full' | 'boxed';
  readonly navbar: boolean;
  readonly navbarPosition: 'left' | 'right';
  /** The navigation shows only its icons. */
  readonly folded: boolean;
  readonly toolbar: boolean;
  /** Above or below a navigation bar. With a navigation column, `below` is next to it and `above` across the window. */
  readonly toolbarPosition: 'above' | 'below';
  /** Fixed parts are always visible, static ones scroll with the page. */
  readonly toolbarStyle: 'fixed' | 'static';
  readonly footer: boolean;
  /** With a navigation column, `below` is next to it and `above` across the window. */
  readonly footerPosition: 'above' | 'below';
  readonly footerStyle: 'fixed' | 'static';
}

interface LayoutChoice<K extends keyof LayoutConfig> {
  readonly value: LayoutConfig[K];
  readonly label: MessageDescriptor;
}

interface LayoutOptionFor<K extends keyof LayoutConfig> {
  readonly key: K;
  readonly label: MessageDescriptor;
  /** An option without choices is a switch. */
  readonly choices?: readonly LayoutChoice<K>[];
  /** Whether the option has an effect; the settings panel hides it otherwise. */
  readonly when?: (config: LayoutConfig) => boolean;
}

export type LayoutOption = { [K in keyof LayoutConfig]: LayoutOptionFor<K> }[keyof LayoutConfig];

/** Options under one heading of the settings panel. */
export interface LayoutSection {
  readonly label: MessageDescriptor;
  readonly options: readonly LayoutOption[];
}

/** The parts around the page. No part contains the page, so a change of layout does not remount it. */
export interface LayoutParts {
  /** Across the window, at its top. */
  readonly top?: ReactNode;
  readonly side?: ReactNode;
  readonly sideAt?: 'left' | 'right';
  /** Above the page, always visible. */
  readonly head?: readonly ReactNode[];
  /** Above the page, scrolling with it. */
  readonly start?: readonly ReactNode[];
  /** Below the page, scrolling with it. */
  readonly end?: ReactNode;
  /** Below the page, always visible. */
  readonly footer?: ReactNode;
  /** Across the window, at its bottom. */
  readonly bottom?: ReactNode;
  /** Maximum width of the whole frame, as a CSS length. */
  readonly frameWidth?: string;
  /** Maximum width of the content of each part, as a CSS length. */
  readonly contentWidth?: string;
}

/** A layout: its default configuration, its options, and the arrangement of its parts. */
export interface Layout {
  readonly label: MessageDescriptor;
  readonly defaults: LayoutConfig;
  readonly sections: readonly LayoutSection[];
  readonly arrange: (config: LayoutConfig) => LayoutParts;
}

/**
 * Merges the layout's defaults, the user's choices and the route's configuration; later ones take precedence. Choices
 * that this layout does not offer are ignored here, but remain stored for other layouts.
 */
export function effectiveConfig(
  layout: Layout,
  userConfig: Readonly<Record<string, unknown>>,
  routeConfig: Partial<LayoutConfig> = {},
): LayoutConfig {
  const supportedOptions = layout.sections
    .flatMap(({ options }) => options)
    .filter((option) => isOffered(option, userConfig[option.key]))
    .map((option) => [option.key, userConfig[option.key]] as const);
  return { ...layout.defaults, ...Object.fromEntries(supportedOptions), ...routeConfig };
}

const isOffered = ({ choices }: LayoutOption, value: unknown): boolean =>
  choices ? choices.some((choice) => choice.value === value) : typeof value === 'boolean';
