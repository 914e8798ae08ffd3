import { msg } from '@lingui/core/macro';
import type { Layout } from './layout.ts';
import { layout2, stackBars } from './layout2.tsx';

/** Horizontal container: layout 2, with the content of every part centred in the same width. */
export const layout3: Layout = {
  ...layout2,
  label: msg`Horizontal container`,
  arrange: (config) => ({
    ...stackBars(config),
    contentWidth: 'var(--boxed-3)',
    frameWidth: config.mode === 'boxed' ? 'var(--boxed-3)' : undefined,
  }),
};
