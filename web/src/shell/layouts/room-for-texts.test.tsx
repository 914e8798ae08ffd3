import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LAYOUT_STYLES } from '../../session/settings-shape.ts';
import { narrowTexts } from '../../testing/narrow-texts.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findPart } from '../../testing/shell-parts.ts';
import type { Stories } from '../../testing/stories.ts';

const WIDTHS = [320, 390, 768, 1024, 1100, 1240, 1440, 1920, 2560];

const files = import.meta.glob<{ stories: Stories }>('../../**/*.stories.ts', { eager: true });

const SAYS_LITTLE = /waiting|failed|empty|missing|\bno(body|t|thing)?\b|broken|simple/;

/** Of one page; more of them are made of the same parts. */
const MOST_STATES = 3;

/** States of every page in which it has something to tell; the others hold its places. */
const states = Object.entries(files).flatMap(([file, { stories }]) =>
  Object.entries(stories)
    .filter(([state]) => !SAYS_LITTLE.test(state))
    .slice(0, MOST_STATES)
    .map(([state, story]) => ({ name: `${file.split('/').at(-1)?.replace('.stories.ts', '')}, ${state}`, story })),
);

// Each state in one language and layout, dealt out in turns.
for (const [turn, { name, story }] of states.entries()) {
  const language = turn % 2 === 0 ? 'en' : 'id';
  const style = LAYOUT_STYLES[turn % LAYOUT_STYLES.length];
  test(`${name}: ${language}, ${style}`, async () => {
    const { at, opening, server, shows } = story;
    server?.();
    await openConsole(at, { ...opening, language, settings: { ...opening?.settings, layout: { style, config: {} } } });
    const told = page.getByText(shows[language]);
    await expect.poll(() => told.elements().some((element) => element.checkVisibility())).toBe(true);
    const found: Record<number, string[]> = {};
    for (const width of WIDTHS) {
      await page.viewport(width, 900);
      const scroller = findPart('scroller');
      const isWide = scroller !== null && scroller.scrollWidth > scroller.clientWidth;
      const wrong = [...narrowTexts(), ...(isWide ? ['the page needs scrolling sideways'] : [])];
      if (wrong.length > 0) found[width] = wrong;
    }
    expect(found).toEqual({});
  });
}
