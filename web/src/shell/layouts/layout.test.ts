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
const createLabel = (id: string) => ({ id });
const layout: Layout = {
  label: createLabel('of a test'),
  defaults,
  sections: [
    {
      label: createLabel('all'),
      options: [
        { key: 'footer', label: createLabel('footer') },
        {
          key: 'toolbarPosition',
          label: createLabel('position'),
          choices: [
            { value: 'above', label: createLabel('above') },
            { value: 'below', label: createLabel('below') },
          ],
          // Hidden in the settings panel, but a stored choice still applies.
          when: () => false,
        },
      ],
    },
  ],
  arrange: () => ({}),
};

describe('the effective configuration of a layout', () => {
  test('has the defaults of the layout if the user has chosen nothing', () => {
    expect(effectiveConfig(layout, {})).toEqual(defaults);
  });

  test('has the choices that the layout offers', () => {
    expect(effectiveConfig(layout, { footer: false, toolbarPosition: 'above' })).toEqual({
      ...defaults,
      footer: false,
      toolbarPosition: 'above',
    });
  });

  test('ignores choices that the layout does not offer, and invalid values', () => {
    expect(effectiveConfig(layout, { folded: true, footer: 'no', toolbarPosition: 'left', colour: 'red' })).toEqual(
      defaults,
    );
  });

  test('gives the configuration of the route precedence over the choices of the user', () => {
    expect(effectiveConfig(layout, { footer: true }, { footer: false, navbar: false })).toEqual({
      ...defaults,
      footer: false,
      navbar: false,
    });
  });
});
