import { msg } from '@lingui/core/macro';
import { Footer } from '../footer.tsx';
import { NavigationColumn } from '../navigation-column.tsx';
import { Toolbar } from '../toolbar.tsx';
import type { Layout } from './layout.ts';
import {
  createFooterStyleOption,
  showFooter,
  showNavbar,
  showToolbar,
  createToolbarStyleOption,
  widthSection,
} from './options.ts';

const POSITION_CHOICES = [
  { value: 'below', label: msg`Next to the navigation` },
  { value: 'above', label: msg`Full width` },
] as const;

/** Vertical: the navigation is a column of full height. */
export const layout1: Layout = {
  label: msg`Vertical`,
  defaults: {
    mode: 'full',
    navbar: true,
    navbarPosition: 'left',
    folded: false,
    toolbar: true,
    toolbarPosition: 'below',
    toolbarStyle: 'fixed',
    footer: true,
    footerPosition: 'below',
    footerStyle: 'fixed',
  },
  sections: [
    widthSection,
    {
      label: msg`Navigation`,
      options: [
        showNavbar,
        { key: 'folded', label: msg`Collapse to icons`, when: (c) => c.navbar },
        {
          key: 'navbarPosition',
          label: msg`Position`,
          choices: [
            { value: 'left', label: msg`Left` },
            { value: 'right', label: msg`Right` },
          ],
          when: (c) => c.navbar,
        },
      ],
    },
    {
      label: msg`Toolbar`,
      options: [
        showToolbar,
        {
          key: 'toolbarPosition',
          label: msg`Position`,
          choices: POSITION_CHOICES,
          when: (c) => c.toolbar && c.navbar,
        },
        // A toolbar across the window is outside the scrolling element, so it cannot scroll with the page.
        createToolbarStyleOption((c) => c.toolbar && (c.toolbarPosition === 'below' || !c.navbar)),
      ],
    },
    {
      label: msg`Footer`,
      options: [
        showFooter,
        { key: 'footerPosition', label: msg`Position`, choices: POSITION_CHOICES, when: (c) => c.footer && c.navbar },
        createFooterStyleOption((c) => c.footer && (c.footerPosition === 'below' || !c.navbar)),
      ],
    },
  ],
  arrange(config) {
    const isToolbarAcross = config.navbar && config.toolbarPosition === 'above';
    const isFooterAcross = config.navbar && config.footerPosition === 'above';
    const toolbar = <Toolbar config={config} branded={isToolbarAcross || !config.navbar} />;
    const footer = config.footer && <Footer />;
    return {
      top: isToolbarAcross && toolbar,
      side: config.navbar && <NavigationColumn config={config} branded={!isToolbarAcross} />,
      sideAt: config.navbarPosition,
      head: isToolbarAcross || config.toolbarStyle === 'static' ? [] : [toolbar],
      start: !isToolbarAcross && config.toolbarStyle === 'static' ? [toolbar] : [],
      end: !isFooterAcross && config.footerStyle === 'static' && footer,
      footer: !isFooterAcross && config.footerStyle === 'fixed' && footer,
      bottom: isFooterAcross && footer,
      frameWidth: config.mode === 'boxed' ? 'var(--boxed)' : undefined,
    };
  },
};
