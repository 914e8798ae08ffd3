import { changeSettings, settings } from '../../session/settings.ts';
import type { LayoutStyle } from '../../session/settings-shape.ts';
import type { LayoutConfig } from './layout.ts';

/** Switches to another layout and leaves the layout options unchanged. */
export function chooseLayout(style: LayoutStyle): void {
  changeSettings({ layout: { ...settings.get().layout, style } });
}

/** Changes options of the layout: `changeLayout({ folded: true })`. */
export function changeLayout(change: Partial<LayoutConfig>): void {
  const { layout } = settings.get();
  changeSettings({ layout: { ...layout, config: { ...layout.config, ...change } } });
}
