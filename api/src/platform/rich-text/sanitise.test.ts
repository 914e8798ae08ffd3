import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { describe, expect, test } from 'vitest';
import { sanitiseRichText } from './sanitise.ts';

describe('HTML created by the editor', () => {
  test.each([
    '<p>Dear guest,</p><h2>Welcome</h2><h3>To Ubud</h3>',
    '<p><strong>bold</strong> <em>italic</em> <u>under</u> <s>gone</s> <code>code</code></p>',
    '<ul><li><p>one</p></li></ul><ol start="3"><li><p>three</p></li></ol>',
    '<blockquote><p>quoted</p></blockquote><hr /><p>a<br />b</p>',
    '<p style="text-align:center">in the middle</p>',
    '<p><a target="_blank" rel="noopener noreferrer nofollow" href="https://hotel.example/?a=1&amp;b=2">here</a></p>',
    '<p><a target="_blank" rel="noopener noreferrer nofollow" href="mailto:a@hotel.example">write</a></p>',
    '<p><a target="_blank" rel="noopener noreferrer nofollow" href="tel:+62361123">call</a></p>',
    '<p><a target="_blank" rel="noopener noreferrer nofollow" href="{{ link }}">{{ member.first_name }}</a></p>',
    '<table><tbody><tr><th colspan="2">a</th></tr><tr><td style="text-align:right">1</td><td>2</td></tr></tbody></table>',
    '<img src="https://hotel.example/a.jpg" alt="The pool" width="600" height="300" />',
    '<p>Tést &amp; 温泉 &lt;3 مرحبا 🏨 {{ a | b: "c" }}</p>',
    'plain text',
  ])('is unchanged: $0', (html) => expect(sanitiseRichText(html)).toBe(html));
});

describe('HTML that runs, loads or impersonates', () => {
  test.each([
    ['<script>alert(1)</script>', ''],
    ['<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
    ['<scr<script>ipt>alert(1)</scr</script>ipt>', /^[^<]*$/],
    ['<p onclick="alert(1)">a</p>', '<p>a</p>'],
    ['<img src=x onerror=alert(1)>', /^<img src="x" \/>$/],
    ['<img src="data:image/svg+xml;base64,PHN2Zz4=">', ''],
    ['<img src="javascript:alert(1)">', ''],
    ['<svg><script>alert(1)</script></svg><p>a</p>', '<p>a</p>'],
    ['<math><mi><style><img src=x onerror=alert(1)></style></mi></math><p>a</p>', /^(?!.*onerror).*<p>a<\/p>$/],
    ['<iframe src="https://evil.example"></iframe><p>a</p>', '<p>a</p>'],
    [
      '<style>*{display:none}</style><p style="position:fixed;text-align:left;background:url(x)">a</p>',
      '<p style="text-align:left">a</p>',
    ],
    ['<p style="text-align:expression(alert(1))">a</p>', '<p>a</p>'],
    ['<form action="https://evil.example"><input name="p"><button>ok</button></form>', 'ok'],
    [
      '<base href="https://evil.example"><meta http-equiv="refresh" content="0"><link rel="stylesheet" href="x"><p>a</p>',
      '<p>a</p>',
    ],
    ['<p class="x" id="y" data-z="1">a</p>', '<p>a</p>'],
    ['<!-- <p>hidden</p> --><p>a</p>', '<p>a</p>'],
    ['<p>a', '<p>a</p>'],
    ['<td colspan="99999999">a</td>', '<td>a</td>'],
  ])('is removed from $0', (html, expected) => {
    const result = sanitiseRichText(html);
    if (typeof expected === 'string') expect(result).toBe(expected);
    else expect(result).toMatch(expected);
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    '&#106;avascript:alert(1)',
    'javascript&colon;alert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    '//evil.example',
    '\\\\evil.example',
    '/\\evil.example',
  ])('disables a link: %s', (href) => {
    expect(sanitiseRichText(`<a href="${href}">a</a>`)).not.toMatch(/href/);
  });

  test('treats a text without visible content as empty', () => {
    for (const html of ['', ' ', '<p></p>', '<p> </p>', '<p>&nbsp;</p>', '<h2><br></h2>', '<p><strong></strong></p>'])
      expect(sanitiseRichText(html), html).toBe('');
    expect(sanitiseRichText('<hr>')).toBe('<hr />');
  });

  test('limits the nesting of tags', () => {
    const nestedHtml = sanitiseRichText(`${'<blockquote>'.repeat(50_000)}a`);
    expect(nestedHtml.length).toBeLessThan(2000);
  });
});

const pieces = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '<p>',
      '</p>',
      '<h2>',
      '</h2>',
      '<ul>',
      '<li>',
      '</ul>',
      '<table>',
      '<tr>',
      '<td>',
      '<a href="x:',
      '<a href="https://a.example">',
      '</a>',
      '<img src=',
      '<script>',
      '</script>',
      '<style>',
      '<svg>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<p style="text-align:',
      '"',
      "'",
      '>',
      '<',
      '/',
      '&',
      '&lt;',
      '&amp;',
      '&#60;',
      '&nbsp;',
      '<textarea>',
      '<title>',
      '<plaintext>',
      '<noscript>',
      '<option>',
      '<br>',
      '<pre>\n',
      '<template>',
      'onerror=',
      'javascript:',
      '\0',
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
);
const randomHtml = fc.array(pieces, { maxLength: 25 }).map((list) => list.join(''));

describe('any text', () => {
  test('is unchanged by a second pass', () => {
    fc.assert(
      fc.property(randomHtml, (html) => {
        const sanitised = sanitiseRichText(html);
        expect(sanitiseRichText(sanitised)).toBe(sanitised);
      }),
      // Without the removed text between a cell and a row, one tag closes the other.
      { numRuns: 3000, examples: [['<td>><onerror=<p><tr>']] },
    );
  });

  test('has only listed tags and attributes', () => {
    fc.assert(
      fc.property(randomHtml, (html) => {
        for (const [, tag = '', attributes = ''] of sanitiseRichText(html).matchAll(/<\/?([^\s/>]*)([^>]*)>/g)) {
          expect(tag).toMatch(
            /^(p|h[1-4]|blockquote|pre|hr|br|ul|ol|li|strong|b|em|i|u|s|sub|sup|code|mark|a|img|table|thead|tbody|tfoot|tr|th|td)$/,
          );
          expect(attributes).toMatch(
            /^( (href|title|target|rel|src|alt|width|height|start|colspan|rowspan|style)="[^"<>]*")*( \/)?$/,
          );
        }
      }),
      { seed: testSeed(), numRuns: 3000 },
    );
  });
});
