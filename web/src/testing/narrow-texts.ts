/** A text has room for so many characters, or for all of itself. */
const LEAST_CHARACTERS = 12;
/** An average letter of the console's typeface, as a part of the size of its font. */
const LETTER = 0.5;

/** The texts in sight that are squeezed: broken into lines, or cut, in less room than a dozen characters take. */
export function narrowTexts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const block = blockAround(node);
    if (text === '' || !block) continue;
    const { fontSize, paddingLeft, paddingRight } = getComputedStyle(block);
    const room = block.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    // Whether it can be seen takes longer to find out than whether it has room.
    if (room >= LEAST_CHARACTERS * LETTER * parseFloat(fontSize)) continue;
    if (isForEyes(block) && !standsOnOneLine(node, room)) found.push(`“${text}” in ${Math.round(room)} px`);
  }
  return found;
}

function blockAround(node: Node): Element | null {
  let element = node.parentElement;
  while (element && ['inline', 'contents'].includes(getComputedStyle(element).display)) element = element.parentElement;
  return element;
}

/** Not hidden, nor only for who has the page read out. */
function isForEyes(block: Element): boolean {
  if (!block.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  if (block.closest('svg, select, .sr-only, .tooltip')) return false;
  return getComputedStyle(block).clipPath === 'none';
}

function standsOnOneLine(node: Node, room: number): boolean {
  const range = document.createRange();
  range.selectNodeContents(node);
  const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
  const [first] = rects;
  if (!first) return true;
  const isOneLine = rects.every(({ bottom, top }) => top < first.bottom && bottom > first.top);
  return isOneLine && range.getBoundingClientRect().width <= room + 1;
}
