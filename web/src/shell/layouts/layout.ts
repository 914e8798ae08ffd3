import type { MessageDescriptor } from '@lingui/core';
import type { ReactNode } from 'react';

/** The look of a layout. Each layout offers some of it, see its options. */
export interface LayoutConfig {
  /** The whole width of the window, or as much as reads well. */
  readonly mode: 'full' | 'boxed';
  readonly navbar: boolean;
  readonly navbarPosition: 'left' | 'right';
  /** The navigation is folded to its icons. */
  readonly folded: boolean;
  readonly toolbar: boolean;
  /** Above or below the navigation; beside a column, `below` means beside it and `above` across the window. */
  readonly toolbarPosition: 'above' | 'below';
  /** Fixed parts stay, static ones scroll away with the page. */
  readonly toolbarStyle: 'fixed' | 'static';
  readonly footer: boolean;
  /** As with the toolbar: beside a column, or across the window. */
  readonly footerPosition: 'above' | 'below';
  readonly footerStyle: 'fixed' | 'static';
}

interface Choice<K extends keyof LayoutConfig> {
  readonly value: LayoutConfig[K];
  readonly label: MessageDescriptor;
}

interface OptionOf<K extends keyof LayoutConfig> {
  readonly key: K;
  readonly label: MessageDescriptor;
  /** Without choices it is switched on and off. */
  readonly choices?: readonly Choice<K>[];
  /** It has a meaning only then. */
  readonly when?: (config: LayoutConfig) => boolean;
}

export type LayoutOption = { [K in keyof LayoutConfig]: OptionOf<K> }[keyof LayoutConfig];

/** Options under one heading of the settings panel. */
export interface LayoutSection {
  readonly label: MessageDescriptor;
  readonly options: readonly LayoutOption[];
}

/** The parts around the page. None of them holds the page, so that another layout leaves the page as it is. */
export interface LayoutParts {
  /** Across the window, above everything. */
  readonly top?: ReactNode;
  readonly side?: ReactNode;
  readonly sideAt?: 'left' | 'right';
  /** Above the page: they stay. */
  readonly head?: readonly ReactNode[];
  /** Above the page: they scroll away with it. */
  readonly start?: readonly ReactNode[];
  /** Below the page, at its end. */
  readonly end?: ReactNode;
  /** Below the page: it stays. */
  readonly foot?: ReactNode;
  /** Across the window, below everything. */
  readonly bottom?: ReactNode;
  /** How wide the whole frame may be, and the content of its parts; a CSS length. */
  readonly frameWidth?: string;
  readonly contentWidth?: string;
}

/** A layout describes itself: its default look, its options, the places of its parts. */
export interface Layout {
  readonly label: MessageDescriptor;
  readonly defaults: LayoutConfig;
  readonly sections: readonly LayoutSection[];
  readonly arrange: (config: LayoutConfig) => LayoutParts;
}

/**
 * The layout's defaults, over them the user's choices among its options, over those the wishes of the route. A choice that this
 * layout does not offer waits for one that does.
 */
export function effectiveConfig(
  layout: Layout,
  chosen: Readonly<Record<string, unknown>>,
  route: Partial<LayoutConfig> = {},
): LayoutConfig {
  const taken = layout.sections
    .flatMap(({ options }) => options)
    .filter((option) => offers(option, chosen[option.key]))
    .map((option) => [option.key, chosen[option.key]] as const);
  return { ...layout.defaults, ...Object.fromEntries(taken), ...route };
}

const offers = ({ choices }: LayoutOption, value: unknown): boolean =>
  choices ? choices.some((choice) => choice.value === value) : typeof value === 'boolean';
