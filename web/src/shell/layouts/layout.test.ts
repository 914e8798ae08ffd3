import { describe, expect, test } from 'vitest';
import { type Layout, type LayoutConfig, effectiveConfig } from './layout.ts';

const defaults: LayoutConfig = {
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
};
const word = (id: string) => ({ id });
const layout: Layout = {
  label: word('of a test'),
  defaults,
  sections: [
    {
      label: word('all'),
      options: [
        { key: 'footer', label: word('footer') },
        {
          key: 'toolbarPosition',
          label: word('position'),
          choices: [
            { value: 'above', label: word('above') },
            { value: 'below', label: word('below') },
          ],
          // Out of sight for now, and in force all the same.
          when: () => false,
        },
      ],
    },
  ],
  arrange: () => ({}),
};

describe('effective layout = the layout’s defaults ← the user’s settings ← the route', () => {
  test('without a choice it is as the layout has it', () => {
    expect(effectiveConfig(layout, {})).toEqual(defaults);
  });

  test('a choice among the options of the layout is taken', () => {
    expect(effectiveConfig(layout, { footer: false, toolbarPosition: 'above' })).toEqual({
      ...defaults,
      footer: false,
      toolbarPosition: 'above',
    });
  });

  test('a choice that the layout does not offer, or that is none, is not', () => {
    expect(effectiveConfig(layout, { folded: true, footer: 'no', toolbarPosition: 'left', colour: 'red' })).toEqual(
      defaults,
    );
  });

  test('the route has the last word', () => {
    expect(effectiveConfig(layout, { footer: true }, { footer: false, navbar: false })).toEqual({
      ...defaults,
      footer: false,
      navbar: false,
    });
  });
});
