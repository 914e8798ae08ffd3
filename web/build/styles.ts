import tailwindcss from '@tailwindcss/vite';
import type { Plugin } from 'vite';

/** In the first rule of Tailwind's reset: the pseudo-elements beside every element. */
const PSEUDO = /(?<=\*)(?:,\s*::?(?:after|before|backdrop))+(?=[^{}]*\{\s*box-sizing)/;

/**
 * Tailwind, but for `::before`, `::after` and `::backdrop` of every element in its reset: a browser would make three more styles for each
 * element of a page and throw them away, which is a third of the work of a new theme. The few pseudo-elements that there are have neither
 * a border nor padding.
 */
export function styles(): Plugin[] {
  return [
    ...tailwindcss(),
    {
      name: 'innkeeper:styles',
      enforce: 'pre',
      transform(code, id) {
        if (!id.endsWith('/ui/base.css')) return null;
        if (!PSEUDO.test(code)) throw new Error(`${id}: the reset has no rule for pseudo-elements`);
        return { code: code.replace(PSEUDO, ''), map: null };
      },
    },
  ];
}
