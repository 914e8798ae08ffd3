import { createRequire } from 'node:module';
import type sanitise from 'sanitize-html';

/*
 * Rich text is HTML limited to this list: the tags that the console's editor creates, plus tables and pictures from
 * pasted text. Other tags are removed and their text remains; scripts and the like are removed with their content.
 */

const BLOCK_TAGS = ['p', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'hr', 'br', 'ul', 'ol', 'li'];
const INLINE_TAGS = ['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'code', 'mark', 'a', 'img'];
const TABLE_TAGS = ['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];
const ALIGNABLE_TAGS = ['p', 'h1', 'h2', 'h3', 'h4', 'th', 'td'];

/** Maximum nesting of tags, far beyond any real text. */
const MAX_NESTING = 40;

const DIMENSION = /^\d{1,4}$/;

const options: sanitise.IOptions = {
  allowedTags: [...BLOCK_TAGS, ...INLINE_TAGS, ...TABLE_TAGS],
  allowedAttributes: {
    ...Object.fromEntries(ALIGNABLE_TAGS.map((tag) => [tag, ['style']])),
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start'],
    th: ['style', 'colspan', 'rowspan'],
    td: ['style', 'colspan', 'rowspan'],
  },
  allowedStyles: { '*': { 'text-align': [/^(?:left|right|center|justify)$/] } },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  // The content of these tags is removed as well.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'iframe',
    'object',
    'svg',
    'math',
    'title',
  ],
  nestingLimit: MAX_NESTING,
  transformTags: {
    // A page opened by a link gets no referrer and cannot access this window.
    a: (_, { href, title }) => ({
      tagName: 'a',
      attribs: {
        target: '_blank',
        rel: 'noopener noreferrer nofollow',
        ...(href !== undefined && { href }),
        ...(title !== undefined && { title }),
      },
    }),
    '*': (tagName, attribs) => ({ tagName, attribs: withValidDimensions(attribs) }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src'],
};

const NUMERIC_ATTRIBUTES = new Set(['width', 'height', 'colspan', 'rowspan', 'start']);

const withValidDimensions = (attribs: sanitise.Attributes): sanitise.Attributes =>
  Object.fromEntries(
    Object.entries(attribs).filter(([name, value]) => !NUMERIC_ATTRIBUTES.has(name) || DIMENSION.test(value)),
  );

/**
 * Loads the library with the first text, because it takes 20 MB. Synchronous, because values are parsed synchronously.
 */
const loadLibrary: (name: 'sanitize-html') => typeof sanitise = createRequire(import.meta.url);
let sanitizeHtml: typeof sanitise | undefined;

/** Maximum number of tags: nested tags take the parser longer with each level. */
export const MAX_TAGS = 2_000;

/** Whether a text has too many tags to be sanitized. Checked before sanitizing. */
export const hasTooManyTags = (html: string): boolean => html.split('<', MAX_TAGS + 2).length - 1 > MAX_TAGS;

/**
 * Removes everything from HTML that could run, load or imitate other content. Clean HTML is returned unchanged. A text
 * without visible content becomes empty.
 */
export function sanitiseRichText(html: string): string {
  sanitizeHtml ??= loadLibrary('sanitize-html');
  let [previous, cleaned] = [html, sanitizeHtml(html, options)];
  // Removing text can bring two tags together, of which one then closes the other.
  for (let pass = 1; cleaned !== previous && pass < MAX_PASSES; pass += 1)
    [previous, cleaned] = [cleaned, sanitizeHtml(cleaned, options)];
  return hasVisibleContent(cleaned) ? cleaned : '';
}

/**
 * Maximum passes, each of which parses the text again. The text is clean when a pass changes nothing, usually the
 * second one.
 */
const MAX_PASSES = 5;

const hasVisibleContent = (html: string): boolean =>
  /<(?:img|hr)\b/.test(html) || /\S/.test(html.replaceAll(/<[^<>]*>|&nbsp;/g, ''));
