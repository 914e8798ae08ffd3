import { msg } from '@lingui/core/macro';
import { Footer } from '../footer.tsx';
import { NavigationColumn } from '../navigation-column.tsx';
import { Toolbar } from '../toolbar.tsx';
import type { Layout } from './layout.ts';
import { footerStyle, showFooter, showNavbar, showToolbar, toolbarStyle, width } from './options.ts';

const acrossOrBeside = [
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
    width,
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
          choices: acrossOrBeside,
          when: (c) => c.toolbar && c.navbar,
        },
        // A toolbar across the window is outside the scrolling element, so it cannot scroll with the page.
        toolbarStyle((c) => c.toolbar && (c.toolbarPosition === 'below' || !c.navbar)),
      ],
    },
    {
      label: msg`Footer`,
      options: [
        showFooter,
        { key: 'footerPosition', label: msg`Position`, choices: acrossOrBeside, when: (c) => c.footer && c.navbar },
        footerStyle((c) => c.footer && (c.footerPosition === 'below' || !c.navbar)),
      ],
    },
  ],
  arrange(config) {
    const toolbarAcross = config.navbar && config.toolbarPosition === 'above';
    const footerAcross = config.navbar && config.footerPosition === 'above';
    const toolbar = <Toolbar config={config} branded={toolbarAcross || !config.navbar} />;
    const footer = config.footer && <Footer />;
    return {
      top: toolbarAcross && toolbar,
      side: config.navbar && <NavigationColumn config={config} branded={!toolbarAcross} />,
      sideAt: config.navbarPosition,
      head: toolbarAcross || config.toolbarStyle === 'static' ? [] : [toolbar],
      start: !toolbarAcross && config.toolbarStyle === 'static' ? [toolbar] : [],
      end: !footerAcross && config.footerStyle === 'static' && footer,
      foot: !footerAcross && config.footerStyle === 'fixed' && footer,
      bottom: footerAcross && footer,
      frameWidth: config.mode === 'boxed' ? 'var(--boxed)' : undefined,
    };
  },
};
