import { useMatches } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSettings } from '../../session/settings.ts';
import type { LayoutStyle } from '../../session/settings-shape.ts';
import { type Layout, type LayoutConfig, effectiveConfig } from './layout.ts';
import { layout1 } from './layout1.tsx';
import { layout2 } from './layout2.tsx';
import { layout3 } from './layout3.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The route's own wishes for the layout around it, above the user's choice. */
    layout?: Partial<LayoutConfig>;
  }
}

export const LAYOUTS: Readonly<Record<LayoutStyle, Layout>> = { layout1, layout2, layout3 };

/** The layout on screen and how it looks: its defaults, the user's choices, the word of the route. */
export function useLayout(): { layout: Layout; config: LayoutConfig } {
  const { style, config } = useSettings().layout;
  const route = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.layout)?.staticData.layout,
  });
  return useMemo(() => {
    const layout = LAYOUTS[style];
    return { layout, config: effectiveConfig(layout, config, route) };
  }, [style, config, route]);
}
