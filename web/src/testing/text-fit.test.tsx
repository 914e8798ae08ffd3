import { afterEach, expect, test } from 'vitest';
import { expectTextsToFit } from './text-fit.ts';

const TEXTS_WITHOUT_ROOM = /texts without room/;

/** Expects that the text "Membership card" has no room at this width, and has room at every other. */
async function expectNarrowAt(width: number): Promise<void> {
  const expectedTexts = { [`en, layout1, ${width} px`]: ['“Membership card” in 40 px'] };
  await expect(expectTextsToFit(['en'])).rejects.toHaveProperty('actual', expectedTexts);
}

/** Shows this part of a page until the test ends. */
function appendHtml(html: string): HTMLElement {
  const container = document.createElement('div');
  container.className = 'shown';
  container.innerHTML = html;
  document.body.append(container);
  return container;
}

afterEach(() => {
  for (const container of document.querySelectorAll('.shown')) container.remove();
});

test('accepts short words, a text with a line of its own, and hidden texts', async () => {
  appendHtml(`
    <p>A text as wide as the page is</p>
    <div style="width: 40px">OK</div>
    <div style="width: 20px; display: none"><p>Cut off, and not drawn at all</p></div>
    <div style="width: 20px; visibility: hidden">Cut off, and hidden</div>
    <div style="width: 20px" class="sr-only">Only read out</div>`);
  await expectTextsToFit(['en']);
});

test.each([
  ['broken into lines', '<div style="width: 40px">Membership card number</div>'],
  ['cut', '<div style="width: 40px; overflow: hidden; white-space: nowrap">Membership</div>'],
  ['in a span', '<div style="width: 40px"><span>Membership card <b>number</b></span></div>'],
  ['between hidden texts', '<div hidden>No</div><div style="width: 40px">Membership card</div><div hidden>No</div>'],
])('finds a text that is %s in less space than a dozen characters need', async (_, html) => {
  appendHtml(html);
  await expect(expectTextsToFit(['en'])).rejects.toThrow(TEXTS_WITHOUT_ROOM);
});

test('finds a text that has no room at only one width', async () => {
  appendHtml(
    '<style>@media (width: 768px) { .narrow { width: 40px } }</style><div class="narrow">Membership card</div>',
  );
  await expectNarrowAt(768);
});

test('finds a text that the page narrows when a media query changes', async () => {
  const container = appendHtml('<div>Membership card</div>');
  const phone = matchMedia('(width: 390px)');
  const updateWidth = () => {
    container.style.width = phone.matches ? '40px' : '';
  };
  phone.addEventListener('change', updateWidth);
  await expectNarrowAt(390);
  phone.removeEventListener('change', updateWidth);
});

test.each([0, 1, 2, 3, 6])(
  'finds a text that the page narrows %i frames after the width has changed',
  async (frames) => {
    const container = appendHtml('<div>Membership card</div>');
    const runAfterFrames = (count: number, callback: () => void): void =>
      void (count === 0 ? callback() : requestAnimationFrame(() => runAfterFrames(count - 1, callback)));
    const observer = new ResizeObserver(() => {
      const width = innerWidth === 1024 ? '40px' : '';
      runAfterFrames(frames, () => {
        const text = container.firstElementChild;
        if (text instanceof HTMLElement) text.style.width = width;
      });
    });
    observer.observe(container);
    await expectNarrowAt(1024);
    observer.disconnect();
  },
);

test('the check restores the width of the window', async () => {
  const originalWidth = innerWidth;
  appendHtml('<p>A text</p>');
  await expectTextsToFit(['en']);
  expect(innerWidth).toBe(originalWidth);
});
