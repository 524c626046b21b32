import { h } from 'preact';
import { expect, test } from 'vitest';
import { toHtml } from './html.ts';

test('text and attributes are escaped', () => {
  expect(toHtml(h('p', { title: '"><b>' }, '<script> & co'))).toBe(
    '<p title="&quot;&gt;&lt;b&gt;">&lt;script&gt; &amp; co</p>',
  );
});

test('components, lists, void elements, boolean and absent attributes', () => {
  const Item = ({ text }: { text: string }) => h('li', null, text);
  expect(
    toHtml(
      h('ul', { hidden: true, id: undefined }, [h(Item, { text: 'a' }), null, false, h(Item, { text: 'b' })]),
    ),
  ).toBe('<ul hidden><li>a</li><li>b</li></ul>');
  expect(toHtml(h('input', { defaultValue: 'x', required: false, onInput: () => {} }))).toBe(
    '<input value="x">',
  );
  expect(toHtml(h('textarea', { defaultValue: '</textarea>' }))).toBe(
    '<textarea>\n&lt;/textarea&gt;</textarea>',
  );
});
