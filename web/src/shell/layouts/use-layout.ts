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
    /** Overrides the user's layout options. If several routes have it, the innermost applies. */
    layout?: Partial<LayoutConfig>;
  }
}

export const LAYOUTS: Readonly<Record<LayoutStyle, Layout>> = { layout1, layout2, layout3 };

/** The current layout, with its configuration from defaults, user and route. */
export function useLayout(): { layout: Layout; config: LayoutConfig } {
  const { style, config } = useSettings().layout;
  const routeConfig = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.layout)?.staticData.layout,
  });
  return useMemo(() => {
    const layout = LAYOUTS[style];
    return { layout, config: effectiveConfig(layout, config, routeConfig) };
  }, [style, config, routeConfig]);
}
