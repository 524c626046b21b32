import fc from 'fast-check';
import { expect, test } from 'vitest';
import { neutralize } from './neutralize.ts';

test.each([
  ['https://evil.example/win', 'https[:]//evil[.]example/win'],
  ['see www.evil.com now', 'see www[.]evil[.]com now'],
  ['evil.co.uk', 'evil[.]co[.]uk'],
  ['HTTP://203.0.113.7/x', 'HTTP[:]//203[.]0[.]113[.]7/x'],
  ['WWW.A', 'WWW[.]A'],
  ['1.2.3.4/x', '1[.]2[.]3[.]4/x'],
  ['Version 1.2.3, am 12.1.2027', 'Version 1.2.3, am 12.1.2027'],
  ['mailto:a@evil.com', 'mailto[:]a@evil[.]com'],
  ['evil\u3002com and evil\uff0ecom', 'evil[.]com and evil[.]com'],
  ['ev\u200bil.co\u00adm', 'evil[.]com'],
  ['xn--80ak6aa92e.xn--p1ai', 'xn--80ak6aa92e[.]xn--p1ai'],
  ['кто.рф', 'кто[.]рф'],
  ['abc\u202efdp.exe', 'abcfdp[.]exe'],
  [
    'J. R. R. Tolkien, b. 1892. At 10:30, 3.5 hours: yes.',
    'J. R. R. Tolkien, b. 1892. At 10:30, 3.5 hours: yes.',
  ],
  ['Data: nothing. Tel: 030 901820.', 'Data: nothing. Tel: 030 901820.'],
  ['👩‍🔧 日本', '👩‍🔧 日本'],
])('%j reads %j', (text, expected) => {
  expect(neutralize(text)).toBe(expected);
});

test('whatever is typed, nothing in it looks like a link', () => {
  const parts = fc.constantFrom(
    'http',
    'https',
    'www',
    '.',
    '..',
    ':',
    '/',
    '//',
    '://',
    'evil',
    'com',
    'co',
    'a',
    '1',
    '-',
    '_',
    '@',
    '\u200b',
    '\u3002',
    '\u00ad',
    ' ',
    '\n',
    'рф',
    'tel:',
    'mailto:',
    'é',
  );
  const text = fc.array(fc.oneof({ weight: 4, arbitrary: parts }, fc.string({ maxLength: 2 })), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(text, (pieces) => {
      const shown = neutralize(pieces.join(''));
      expect(shown).not.toMatch(/:\/\//);
      expect(shown).not.toMatch(/\bwww\.\w/i);
      expect(shown).not.toMatch(/[\p{L}\p{N}-][.\u3002]\p{L}{2}/u);
      expect(shown).not.toMatch(/\b(?:mailto|tel):\S/i);
    }),
    { numRuns: 5000 },
  );
});
