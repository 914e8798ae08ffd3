import { createRequire } from 'node:module';
import type sanitise from 'sanitize-html';

/*
 * Rich text is HTML of which only this list may stand: the tags that the console's editor makes, and tables and pictures, which come
 * with a pasted text. Everything else is taken away and its text stays; of scripts and the like nothing stays.
 */

const BLOCKS = ['p', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'hr', 'br', 'ul', 'ol', 'li'];
const MARKS = ['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'code', 'mark', 'a', 'img'];
const TABLES = ['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];
const ALIGNED = ['p', 'h1', 'h2', 'h3', 'h4', 'th', 'td'];

/** Depth of tags in each other; no text that a person wrote comes near it. */
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
  // Even the text of these tags is not meant to be read.
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
    // A page that a link opens learns nothing of this one, and cannot reach it.
    a: (_, { href, title }) => ({
      tagName: 'a',
      attribs: {
        target: '_blank',
        rel: 'noopener noreferrer nofollow',
        ...(href !== undefined && { href }),
        ...(title !== undefined && { title }),
      },
    }),
    '*': (tagName, attribs) => ({ tagName, attribs: withoutOddNumbers(attribs) }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src'],
};

const NUMBERS = new Set(['width', 'height', 'colspan', 'rowspan', 'start']);

const withoutOddNumbers = (attribs: sanitise.Attributes): sanitise.Attributes =>
  Object.fromEntries(Object.entries(attribs).filter(([name, value]) => !NUMBERS.has(name) || NUMBER.test(value)));

/** Loaded with the first text, since it takes 20 MB; and synchronously, so that readers of a value need not wait for it. */
const load: (name: 'sanitize-html') => typeof sanitise = createRequire(import.meta.url);
let library: typeof sanitise | undefined;

/** Tags of a text at most: those in each other take the parser longer with each level. */
export const TAGS_MAX = 2_000;

/** Whether a text has more tags than are looked at. Asked before it is sanitised. */
export const hasTooManyTags = (html: string): boolean => html.split('<', TAGS_MAX + 2).length - 1 > TAGS_MAX;

/**
 * HTML without anything that runs, loads or dresses up as something else. Clean HTML stays as it is. A text in
 * which nothing is to be seen is empty.
 */
export function sanitiseRichText(html: string): string {
  library ??= load('sanitize-html');
  let [before, clean] = [html, library(html, options)];
  // The removed text may have stood between two tags of which the one now ends the other.
  for (let pass = 1; clean !== before && pass < PASSES; pass += 1) [before, clean] = [clean, library(clean, options)];
  return isSeen(clean) ? clean : '';
}

/** Each takes a text apart anew; it is clean when one leaves it as it is, which is the second in all but odd texts. */
const PASSES = 5;

const isSeen = (html: string): boolean =>
  /<(?:img|hr)\b/.test(html) || /\S/.test(html.replaceAll(/<[^<>]*>|&nbsp;/g, ''));
