import { Parser } from 'htmlparser2';

const BLOCK_TAGS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'ul', 'ol', 'table', 'hr']);
const ROW_TAGS = new Set(['li', 'tr']);

/**
 * Converts clean rich text to plain text: an empty line between paragraphs, a dash or number before list items, the
 * cells of a row side by side, and the address after a link.
 */
export function toPlainText(html: string): string {
  let text = '';
  let isAfterBullet = false; // after the bullet of a list item, where its first paragraph begins
  const lists: (number | null)[] = [];
  const links: { readonly href: string; readonly start: number }[] = [];
  const ensureNewlines = (lines: number): void => {
    text = text.slice(0, text.length - countAtEnd(text, ' \t'));
    const existing = countAtEnd(text, '\n');
    if (text !== '') text += '\n'.repeat(Math.max(lines - existing, 0));
  };
  const parser = new Parser({
    onopentag(tag, { href, alt }) {
      if (BLOCK_TAGS.has(tag) && !isAfterBullet) ensureNewlines(lists.length > 0 ? 1 : 2);
      if (ROW_TAGS.has(tag)) ensureNewlines(1);
      if (tag === 'ul' || tag === 'ol') lists.push(tag === 'ol' ? 0 : null);
      if (tag === 'li') {
        const number = lists.pop() ?? null;
        lists.push(number === null ? null : number + 1);
        text += number === null ? '- ' : `${number + 1}. `;
      }
      isAfterBullet = tag === 'li';
      if (tag === 'br') text += '\n';
      if (tag === 'hr') text += '---';
      if (tag === 'img' && alt) text += alt;
      if (tag === 'a') links.push({ href: href ?? '', start: text.length });
    },
    ontext(raw) {
      const chunk = raw.replaceAll(/\s+/g, ' ');
      if (chunk.trim() !== '') isAfterBullet = false;
      text += /(^|\s)$/.test(text) ? chunk.trimStart() : chunk;
    },
    onclosetag(tag) {
      if (tag === 'ul' || tag === 'ol') lists.pop();
      if (BLOCK_TAGS.has(tag)) ensureNewlines(lists.length > 0 ? 1 : 2);
      if (ROW_TAGS.has(tag)) ensureNewlines(1);
      if (tag === 'td' || tag === 'th') text += '  ';
      const link = tag === 'a' ? links.pop() : undefined;
      if (link && link.href !== '') {
        const linkText = text.slice(link.start).trim();
        const target = link.href.replace(/^(mailto|tel):/, '');
        if (linkText !== target) text += ` (${target})`;
      }
    },
  });
  parser.end(html);
  return text.trim();
}

/** Number of characters at the end of a text that are in `characters`. */
function countAtEnd(text: string, characters: string): number {
  let count = 0;
  while (count < text.length && characters.includes(text.charAt(text.length - 1 - count))) count += 1;
  return count;
}
