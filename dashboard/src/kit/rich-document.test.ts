import { expect, test } from 'vitest';
import { parseDocument, serializeDocument } from './rich-document.ts';

test.each([
  '<p>A <strong>second</strong> call</p>',
  '<p>a &amp; b &lt;c&gt; "d"<br />e</p><p></p><p>f</p>',
  '<ul><li>one</li><li><strong>two <em>and</em></strong> three</li></ul><ol><li>four</li></ol>',
  '<blockquote><p>q</p></blockquote><p><u>u</u> <s>s</s> <code>c</code></p>',
  '<p><a href="https://x.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow">x <strong>y</strong></a></p>',
  '<ul><li><p>one</p><ul><li>inner</li></ul></li></ul>',
])('%s is read and written as it stands', (html) => {
  expect(serializeDocument(parseDocument(html))).toBe(html);
});

test.each([
  ['', ''],
  ['<p> </p>', ''],
  ['plain', '<p>plain</p>'],
  ['one<br />two', '<p>one<br />two</p>'],
  ['<b>a</b><i>b</i>', '<p><strong>a</strong><em>b</em></p>'],
  ['<p><a>no</a> <a href="javascript:x">way</a></p>', '<p>no way</p>'],
  ['<ul><li><p>x</p></li></ul>', '<ul><li>x</li></ul>'],
])('%s becomes %s', (given, expected) => {
  expect(serializeDocument(parseDocument(given))).toBe(expected);
});
