import { expect, test } from 'vitest';
import { parseHtml, extractText } from './rich-text.ts';

test('sanitized HTML is read as a tree, and its text line by line', () => {
  const html =
    '<p>A <strong>second</strong> &lt;call&gt; &amp; more<br />soon</p><ul><li>one</li><li><a href="https://x.example/?a=1&amp;b=2" rel="nofollow">two</a></li></ul>';
  expect(parseHtml(html)).toEqual([
    {
      tag: 'p',
      children: [
        'A ',
        { tag: 'strong', children: ['second'] },
        ' <call> & more',
        { tag: 'br', children: [] },
        'soon',
      ],
    },
    {
      tag: 'ul',
      children: [
        { tag: 'li', children: ['one'] },
        { tag: 'li', children: [{ tag: 'a', href: 'https://x.example/?a=1&b=2', children: ['two'] }] },
      ],
    },
  ]);
  expect(extractText(html)).toBe('A second <call> & more\nsoon\none\ntwo');
});

test('what is not closed, closed twice or unknown does no harm', () => {
  expect(parseHtml('<p>a</b> <script>b</script><em>c')).toEqual([
    { tag: 'p', children: ['a', ' ', 'b', { tag: 'em', children: ['c'] }] },
  ]);
});
