import { msg } from '@lingui/core/macro';
import type { LayoutConfig, LayoutOption, LayoutSection } from './layout.ts';

// Options that several layouts offer, with the same labels.

const SCROLL_CHOICES = [
  { value: 'fixed', label: msg`Fixed` },
  { value: 'static', label: msg`Scrolls with the page` },
] as const;

export const widthSection: LayoutSection = {
  label: msg`Width`,
  options: [
    {
      key: 'mode',
      label: msg`Width`,
      choices: [
        { value: 'full', label: msg`Full` },
        { value: 'boxed', label: msg`Boxed` },
      ],
    },
  ],
};

export const showNavbar: LayoutOption = { key: 'navbar', label: msg`Show the navigation` };
export const showToolbar: LayoutOption = { key: 'toolbar', label: msg`Show the toolbar` };
export const showFooter: LayoutOption = { key: 'footer', label: msg`Show the footer` };

export const createToolbarStyleOption = (isVisible: (config: LayoutConfig) => boolean): LayoutOption => ({
  key: 'toolbarStyle',
  label: msg`On scroll`,
  choices: SCROLL_CHOICES,
  when: isVisible,
});

export const createFooterStyleOption = (isVisible: (config: LayoutConfig) => boolean): LayoutOption => ({
  key: 'footerStyle',
  label: msg`On scroll`,
  choices: SCROLL_CHOICES,
  when: isVisible,
});
