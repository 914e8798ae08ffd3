import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import './inputs/rich-text.css';

/** The tags that the editor produces, and those used for mail layout. */
const ALLOWED_TAGS =
  'p br hr h1 h2 h3 h4 h5 h6 blockquote pre code ul ol li strong b em i u s sub sup span a img ' +
  'table thead tbody tfoot tr th td caption';
const ALLOWED_ATTRIBUTES = [
  'href',
  'src',
  'alt',
  'width',
  'height',
  'colspan',
  'rowspan',
  'start',
  'style',
  'target',
  'rel',
];
const ALIGNMENT_STYLE = /^\s*text-align:\s*(?:left|right|center|justify);?\s*$/;

const purify = DOMPurify(window);
purify.addHook('uponSanitizeAttribute', (_, data) => {
  if (data.attrName === 'style' && !ALIGNMENT_STYLE.test(data.attrValue)) data.keepAttr = false;
});
purify.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A') return;
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer nofollow');
});

/**
 * Removes everything from HTML that runs code or breaks out of its container. The server has sanitised the HTML that it
 * stores; this covers HTML from elsewhere.
 */
export const sanitizeHtml = (html: string): string =>
  purify.sanitize(html, {
    ALLOWED_TAGS: ALLOWED_TAGS.split(' '),
    ALLOWED_ATTR: ALLOWED_ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/(?!\/))/i,
  });

/** Shows a text from the editor with its formatting. */
export function RichTextView({ html }: { html: string }) {
  const sanitizedHtml = useMemo(() => sanitizeHtml(html), [html]);
  return (
    <div className="rich-text min-h-0! p-0! whitespace-normal!" dangerouslySetInnerHTML={{ __html: sanitizedHtml }} />
  );
}
