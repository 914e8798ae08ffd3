import { LANGUAGES, type Language } from '@innkeeper/contract';
import { expect, vi } from 'vitest';
import { activateLanguage, currentLanguage } from '../i18n/language.ts';
import { settings } from '../session/settings.ts';
import { LAYOUT_STYLES, type LayoutStyle } from '../session/settings-shape.ts';
import { narrowTexts } from './narrow-texts.ts';
import { findPart } from './shell-parts.ts';
import { everySecond } from './turn.ts';

/** In so many a page has come to rest; one that never does would go on into the next test. */
const MAX_FRAMES = 300;

const MIN_WIDTH = 320;
const WIDTHS = [MIN_WIDTH, 390, 768, 1024, 1240, 1440, 2560];
/** At the narrowest width most texts that have no room show it. */
export const ROTATED_WIDTHS = [MIN_WIDTH, ...everySecond(WIDTHS.slice(1))];

/**
 * Expects room for every text in sight of the page as it stands, with its open menus and dialogs: in these languages, in all
 * layouts, at every width. The page is opened once and changes its look live; at the end it has the look it had.
 */
export async function expectTextsToFit(
  languages: readonly Language[] = LANGUAGES,
  widths: readonly number[] = WIDTHS,
): Promise<void> {
  const before = { language: currentLanguage(), style: settings.get().layout.style, width: innerWidth };
  const found: Record<string, readonly string[]> = {};
  const restorePosition = hideOffscreen();
  try {
    for (const language of languages) {
      if (language !== currentLanguage()) await activateLanguage(language);
      await atEveryContentWidth(widths, (label) => {
        const wrong = [...narrowTexts(), ...overflowingElements()];
        if (wrong.length > 0) found[`${language}, ${label}`] = wrong;
      });
    }
    arrange(before.style);
    if (before.language !== currentLanguage()) await activateLanguage(before.language);
    await setWindowWidth(before.width);
  } finally {
    restorePosition();
  }
  expect(found, `texts without room at ${location.pathname}`).toEqual({});
}

/**
 * Boxes are asked here, not pixels, and a window that stands beside the screen is laid out like any other, but not painted:
 * painting took a third of the time.
 *
 * @returns a function that brings it back
 */
function hideOffscreen(): () => void {
  const { style } = parent.document.body;
  style.translate = '-20000px';
  return () => {
    style.translate = '';
  };
}

/** Every room that a layout gives to a page at one of the widths, once; without a shell that is the window itself. */
async function atEveryContentWidth(widths: readonly number[], check: (label: string) => void): Promise<void> {
  const rooms = new Set<number>();
  for (const style of findPart('scroller') ? LAYOUT_STYLES : LAYOUT_STYLES.slice(0, 1)) {
    arrange(style);
    for (const width of widths) {
      // No layout takes more of a window than it has: an element as wide as the window in one layout is so in all.
      if (style !== 'layout1' && rooms.has(width)) continue;
      await setWindowWidth(width);
      const room = (findPart('main') ?? document.documentElement).clientWidth;
      if (!rooms.has(room)) check(`${style}, ${width} px`);
      rooms.add(room);
    }
  }
}

/** Without a word to the server, which would keep it. */
function arrange(style: LayoutStyle): void {
  const now = settings.get();
  if (now.layout.style !== style) settings.set({ ...now, layout: { ...now.layout, style } });
}

/** Makes the window so wide without a way to the browser and back, and waits until all that follows its size has followed. */
async function setWindowWidth(width: number): Promise<void> {
  const isResized = innerWidth === width || new Promise((done) => addEventListener('resize', done, { once: true }));
  parent.document.body.style.setProperty('--viewport-width', `${width}px`);
  // Asking for the width makes the browser lay the window out, and so tell the page in the next frame, not in the one after it.
  if (innerWidth !== width) throw new Error('The test runner makes windows wide in another way by now');
  await isResized;
  for (let frames = 0; await changesInFrame(); frames++)
    if (frames > MAX_FRAMES) throw new Error('Something on the page asks for a frame in every frame');
}

/** Whether a frame, and the work that it gave to the page, changed the page or asked for another frame. */
async function changesInFrame(): Promise<boolean> {
  let isChanged = false;
  const changes = new MutationObserver(() => {
    isChanged = true;
  });
  changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const frames = vi.spyOn(window, 'requestAnimationFrame');
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  // React renders what an observer of sizes has set when a message comes: this one comes after its own.
  await new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', done, { once: true });
    port1.start();
    port2.postMessage(null);
  });
  const requestsMoreFrames = frames.mock.calls.length > 1;
  frames.mockRestore();
  changes.disconnect();
  return isChanged || requestsMoreFrames;
}

/** The innermost parts that make a page move sideways. */
function overflowingElements(): string[] {
  const scroller = findPart('scroller');
  if (!scroller || scroller.scrollWidth <= scroller.clientWidth) return [];
  const { right } = scroller.getBoundingClientRect();
  const wide = [...scroller.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > right);
  const innermost = wide.filter((one) => !wide.some((other) => other !== one && one.contains(other)));
  return ['the page needs scrolling sideways', ...innermost.map((one) => one.outerHTML.slice(0, 120))];
}
