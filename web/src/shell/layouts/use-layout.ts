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
    /** Overrides the user's choices of layout options; the innermost route that has some applies. */
    layout?: Partial<LayoutConfig>;
  }
}

export const LAYOUTS: Readonly<Record<LayoutStyle, Layout>> = { layout1, layout2, layout3 };

/** The current layout, and its configuration by defaults, the user's choices and the route. */
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
