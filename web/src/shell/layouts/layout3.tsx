import { msg } from '@lingui/core/macro';
import type { Layout } from './layout.ts';
import { layout2, stack } from './layout2.tsx';

/** Horizontal container: as layout 2, the content of every part centred between the same two lines. */
export const layout3: Layout = {
  ...layout2,
  label: msg`Horizontal container`,
  arrange: (config) => ({
    ...stack(config),
    contentWidth: 'var(--boxed-3)',
    frameWidth: config.mode === 'boxed' ? 'var(--boxed-3)' : undefined,
  }),
};
