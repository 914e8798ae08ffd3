import { afterEach, expect, test } from 'vitest';
import { expectTextsToFit } from './text-fit.ts';

const BROKEN = /texts without room/;

/** Expects that the text of the tests below has no room at this width, and at no other one. */
async function expectNarrowAt(width: number): Promise<void> {
  const found = { [`en, layout1, ${width} px`]: ['“Membership card” in 40 px'] };
  await expect(expectTextsToFit(['en'])).rejects.toHaveProperty('actual', found);
}

/** Shows these parts of a page until the test ends. */
function show(html: string): HTMLElement {
  const container = document.createElement('div');
  container.className = 'shown';
  container.innerHTML = html;
  document.body.append(container);
  return container;
}

afterEach(() => {
  for (const container of document.querySelectorAll('.shown')) container.remove();
});

test('texts with room pass: short words, a line of its own, and what is hidden', async () => {
  show(`
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
  ['between hidden ones', '<div hidden>No</div><div style="width: 40px">Membership card</div><div hidden>No</div>'],
])('a text that is %s in less room than a dozen characters take is found', async (_, html) => {
  show(html);
  await expect(expectTextsToFit(['en'])).rejects.toThrow(BROKEN);
});

test('a text is found that has no room at one width alone', async () => {
  show('<style>@media (width: 768px) { .narrow { width: 40px } }</style><div class="narrow">Membership card</div>');
  await expectNarrowAt(768);
});

test('a text is found that the page makes narrow when it hears of the width', async () => {
  const container = show('<div>Membership card</div>');
  const phone = matchMedia('(width: 390px)');
  const follow = () => {
    container.style.width = phone.matches ? '40px' : '';
  };
  phone.addEventListener('change', follow);
  await expectNarrowAt(390);
  phone.removeEventListener('change', follow);
});

test.each([0, 1, 2, 3, 6])(
  'a text is found that a page makes narrow late: frames after it knows its width, %i',
  async (frames) => {
    const container = show('<div>Membership card</div>');
    const after = (count: number, act: () => void): void =>
      void (count === 0 ? act() : requestAnimationFrame(() => after(count - 1, act)));
    const observer = new ResizeObserver(() => {
      const width = innerWidth === 1024 ? '40px' : '';
      after(frames, () => {
        const text = container.firstElementChild;
        if (text instanceof HTMLElement) text.style.width = width;
      });
    });
    observer.observe(container);
    await expectNarrowAt(1024);
    observer.disconnect();
  },
);

test('the window is as wide afterwards as before', async () => {
  const before = innerWidth;
  show('<p>A text</p>');
  await expectTextsToFit(['en']);
  expect(innerWidth).toBe(before);
});
