import { msg } from '@lingui/core/macro';
import { Footer } from '../footer.tsx';
import { NavigationBar } from '../navigation-bar.tsx';
import { Toolbar } from '../toolbar.tsx';
import type { Layout, LayoutConfig, LayoutParts } from './layout.ts';
import {
  createFooterStyleOption,
  showFooter,
  showNavbar,
  showToolbar,
  createToolbarStyleOption,
  widthSection,
} from './options.ts';

/** Horizontal: the navigation is a bar above or below the toolbar. */
export const layout2: Layout = {
  label: msg`Horizontal`,
  defaults: {
    mode: 'full',
    navbar: true,
    navbarPosition: 'left',
    folded: false,
    toolbar: true,
    toolbarPosition: 'above',
    toolbarStyle: 'fixed',
    footer: true,
    footerPosition: 'above',
    footerStyle: 'fixed',
  },
  sections: [
    widthSection,
    { label: msg`Navigation`, options: [showNavbar] },
    {
      label: msg`Toolbar`,
      options: [
        showToolbar,
        {
          key: 'toolbarPosition',
          label: msg`Position`,
          choices: [
            { value: 'above', label: msg`Above the navigation` },
            { value: 'below', label: msg`Below the navigation` },
          ],
          when: (c) => c.toolbar && c.navbar,
        },
        createToolbarStyleOption((c) => c.toolbar),
      ],
    },
    { label: msg`Footer`, options: [showFooter, createFooterStyleOption((c) => c.footer)] },
  ],
  arrange: (config) => ({
    ...stackBars(config),
    frameWidth: config.mode === 'boxed' ? 'var(--boxed)' : undefined,
  }),
};

/** Stacks toolbar and navigation above the page. A navigation below a static toolbar scrolls away with it. */
export function stackBars(config: LayoutConfig): LayoutParts {
  const toolbar = <Toolbar key="toolbar" config={config} branded />;
  const navbar = config.navbar && <NavigationBar key="navbar" branded={!config.toolbar} />;
  const bars = config.toolbarPosition === 'above' ? [toolbar, navbar] : [navbar, toolbar];
  const fixedCount = config.toolbarStyle === 'fixed' ? bars.length : bars.indexOf(toolbar);
  const footer = config.footer && <Footer />;
  return {
    head: bars.slice(0, fixedCount),
    start: bars.slice(fixedCount),
    end: config.footerStyle === 'static' && footer,
    footer: config.footerStyle === 'fixed' && footer,
  };
}
