import { expect, test } from 'vitest';
import { toPlainText } from './plain-text.ts';

test.each([
  ['<p>One &amp; two</p><p>three<br />four</p>', 'One & two\n\nthree\nfour'],
  ['<h2>Head</h2><p>Body  <strong>bold</strong> end</p>', 'Head\n\nBody bold end'],
  ['<p>a</p><ul><li><p>one</p></li><li><p>two</p></li></ul><p>b</p>', 'a\n\n- one\n- two\n\nb'],
  ['<ol><li><p>one</p><p>more</p></li><li>two</li></ol>', '1. one\nmore\n2. two'],
  ['<p>See <a href="https://a.example">our pages</a>.</p>', 'See our pages (https://a.example).'],
  ['<p><a href="https://a.example">https://a.example</a></p>', 'https://a.example'],
  ['<p><a href="mailto:a@b.example">a@b.example</a></p>', 'a@b.example'],
  ['<table><tbody><tr><th>Room</th><td>2</td></tr><tr><th>Bed</th><td>3</td></tr></tbody></table>', 'Room  2\nBed  3'],
  ['<p>a</p><hr /><img src="https://a.example/p.jpg" alt="The pool" />', 'a\n\n---\n\nThe pool'],
])('$0 becomes $1', (html, text) => expect(toPlainText(html)).toBe(text));
