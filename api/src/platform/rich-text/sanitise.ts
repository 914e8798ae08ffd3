import { createRequire } from 'node:module';
import type sanitise from 'sanitize-html';

/*
 * Rich text is HTML limited to this list: the tags that the console's editor creates, plus tables and pictures from
 * pasted text. Other tags are removed and their text remains; scripts and the like are removed with their content.
 */

const BLOCKS = ['p', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'hr', 'br', 'ul', 'ol', 'li'];
const MARKS = ['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'code', 'mark', 'a', 'img'];
const TABLES = ['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];
const ALIGNED = ['p', 'h1', 'h2', 'h3', 'h4', 'th', 'td'];

/** Maximum nesting of tags, far beyond any real text. */
const DEPTH = 40;

const NUMBER = /^\d{1,4}$/;

const options: sanitise.IOptions = {
  allowedTags: [...BLOCKS, ...MARKS, ...TABLES],
  allowedAttributes: {
    ...Object.fromEntries(ALIGNED.map((tag) => [tag, ['style']])),
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
  nestingLimit: DEPTH,
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

const NUMBERS = new Set(['width', 'height', 'colspan', 'rowspan', 'start']);

const withValidDimensions = (attribs: sanitise.Attributes): sanitise.Attributes =>
  Object.fromEntries(Object.entries(attribs).filter(([name, value]) => !NUMBERS.has(name) || NUMBER.test(value)));

/** Loaded with the first text because it takes 20 MB, and synchronously so that parsing a value stays synchronous. */
const load: (name: 'sanitize-html') => typeof sanitise = createRequire(import.meta.url);
let library: typeof sanitise | undefined;

/** Maximum number of tags: nested tags take the parser longer with each level. */
export const TAGS_MAX = 2_000;

/** Whether a text has too many tags to be sanitized. Checked before sanitizing. */
export const hasTooManyTags = (html: string): boolean => html.split('<', TAGS_MAX + 2).length - 1 > TAGS_MAX;

/**
 * HTML without anything that runs, loads or impersonates other content. Clean HTML is returned unchanged. A text
 * without visible content becomes empty.
 */
export function sanitiseRichText(html: string): string {
  library ??= load('sanitize-html');
  let [before, clean] = [html, library(html, options)];
  // Removing text can make two tags adjacent of which one then closes the other.
  for (let pass = 1; clean !== before && pass < PASSES; pass += 1) [before, clean] = [clean, library(clean, options)];
  return isVisible(clean) ? clean : '';
}

/**
 * Each pass parses the text again. It is clean when a pass changes nothing, which for all but odd texts is the second.
 */
const PASSES = 5;

const isVisible = (html: string): boolean =>
  /<(?:img|hr)\b/.test(html) || /\S/.test(html.replaceAll(/<[^<>]*>|&nbsp;/g, ''));
