import { expect, test } from 'vitest';
import { htmlOfText, isPlainHtml, textOfHtml } from './html-text.ts';

test('text survives the way to HTML and back, whatever stands in it', () => {
  const text = 'Wants <b>two</b> & "more"\nSecond line';
  expect(textOfHtml(htmlOfText(text))).toBe(text);
  expect(htmlOfText('<script>')).toBe('<p>&lt;script&gt;</p>');
});

test('what has formatting is not edited as text', () => {
  expect(isPlainHtml('<p>One</p><p>Two<br></p>')).toBe(true);
  expect(isPlainHtml('<p>A <strong>second</strong> call</p>')).toBe(false);
  expect(isPlainHtml('<pre>x</pre>')).toBe(false);
});
