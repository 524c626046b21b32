import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  excerptHtml,
  findHtmlProblem,
  isBlankHtml,
  listMentions,
  nameMentions,
  sanitizeHtml,
  sanitizeWithMentions,
} from './html.ts';
import { xssCorpus } from './test-xss.ts';

const rel = 'rel="noopener noreferrer nofollow"';

describe('sanitizeHtml', () => {
  test('keeps what is allowed, as it stands', () => {
    const text =
      '<p>a <b>b</b> <strong>c</strong> <i>d</i> <em>e</em> <u>f</u> <s>g</s></p><ul><li>1</li></ul><ol><li>2</li></ol>' +
      '<blockquote>q</blockquote><code>x</code>';
    expect(sanitizeHtml(text)).toBe(text);
    expect(sanitizeHtml('one<br>two')).toBe('one<br />two');
  });

  test.each([
    ['<script>alert(1)</script>hi', 'hi'],
    ['<scr<script>ipt>alert(1)</script>', 'ipt&gt;alert(1)'],
    ['<style>p{}</style><p onclick="x()" class="y" style="color:red">hi</p>', '<p>hi</p>'],
    ['<img src=x onerror=alert(1)>hi', 'hi'],
    ['<h1>Title</h1><div>text</div>', 'Titletext'],
    ['<svg><a href="https://x.example">x</a></svg>after', 'after'],
    ['<!-- comment -->hi', 'hi'],
    ['<b><i>open', '<b><i>open</i></b>'],
    ['</b></i>hi', 'hi'],
    ['1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['  <p>hi</p>\n', '<p>hi</p>'],
  ])('%s becomes %s', (given, expected) => {
    expect(sanitizeHtml(given)).toBe(expected);
  });

  test.each([
    'https://x.example/a?b=1',
    'http://x.example',
    'mailto:mara@juniper.example',
    'HTTPS://X.example',
  ])('a link to %s stays and says nothing of us', (href) => {
    expect(sanitizeHtml(`<a href="${href}" target="_blank" rel="opener" onclick="x()">y</a>`)).toBe(
      `<a href="${href}" ${rel}>y</a>`,
    );
  });

  test.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java&#10;script:alert(1)',
    '&#106;avascript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<b>x',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '/app/settings',
    '',
  ])('a link to %s keeps its text and leads nowhere', (href) => {
    expect(sanitizeHtml(`<p><a href="${href}">y</a> z</p>`)).toBe('<p><a>y</a> z</p>');
  });

  test('deep nesting is cut', () => {
    expect(sanitizeHtml(`${'<b>'.repeat(5000)}x`).match(/<b>/g)?.length).toBeLessThanOrEqual(51);
  });

  test('what is clean stays clean: a second time changes nothing, whatever is sent', () => {
    const piece = fc.constantFrom(
      ...[
        '<',
        '>',
        '"',
        "'",
        '&',
        '/',
        'a',
        'b',
        'p',
        ' ',
        'href=',
        'https://x.example',
        'javascript:',
        '<a ',
        '</a>',
      ],
      ...[
        '<script>',
        '</script>',
        '<!--',
        '-->',
        '<br/>',
        '&lt;',
        '&#60;',
        '<svg>',
        '<textarea>',
        '</p>',
        'on=',
        '\n',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const once = sanitizeHtml(pieces.join(''));
        expect(sanitizeHtml(once)).toBe(once);
        expect(once).not.toMatch(/<(?!\/?(?:b|strong|i|em|u|s|a|p|br|ul|ol|li|blockquote|code)\b)/);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('markup that would run script', () => {
  const tag = '(?:b|strong|i|em|u|s|p|ul|ol|li|blockquote|code)';
  const link = `<a(?: href="(?:https?:|mailto:)[^"<>]*"(?: ${rel})?)?>`;
  /** All that may come out: text without angle brackets, tags without attributes, and links to other sites. */
  const harmless = new RegExp(`^(?:[^<>]|</?${tag}>|<br />|${link}|</a>)*$`, 'i');

  test('the corpus has at least 150 shapes, and shows what it is about before it is sanitized', () => {
    expect(new Set(xssCorpus).size).toBeGreaterThanOrEqual(150);
    expect(xssCorpus.filter((payload) => !harmless.test(payload)).length).toBeGreaterThan(140);
  });

  test.each(xssCorpus)('comes out as text and plain tags: %j', (payload) => {
    for (const html of [payload, `<p>${payload}</p>`, `x ${payload} y`]) {
      const clean = sanitizeHtml(html);
      expect(clean).toMatch(harmless);
      expect(sanitizeHtml(clean)).toBe(clean);
    }
  });

  test('so does any two of them, one inside or after the other', () => {
    const payload = fc.constantFrom(...xssCorpus);
    fc.assert(
      fc.property(payload, payload, fc.nat(200), (first, second, at) => {
        expect(sanitizeHtml(first.slice(0, at) + second + first.slice(at))).toMatch(harmless);
      }),
      { numRuns: 3000 },
    );
  });
});

test('isBlankHtml sees through tags and spaces', () => {
  for (const html of ['', '<p></p>', '<p> <br />\u00A0</p>']) expect(isBlankHtml(html)).toBe(true);
  for (const html of ['x', '<p>x</p>', '&lt;']) expect(isBlankHtml(html)).toBe(false);
});

test('HTML is as long as it was typed, and stays so when what was read is written back', () => {
  const link = '<a href="https://x.example/?a=1&b=2">y</a>';
  const pieces = ['a', '🗒', ' & ', '1 < 2', '"', '<br>', '<b>x</b>', '<ul><li>x</li></ul>', link];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 60 }), (list) => {
      const typed = `x${list.join('')}x`;
      const length = [...typed].length;
      const once = sanitizeHtml(typed);
      for (const html of [once, sanitizeHtml(once)]) {
        expect(findHtmlProblem(html, length)).toBeUndefined();
        expect(findHtmlProblem(html, length - 1)).toBe(`Must have at most ${length - 1} characters.`);
      }
    }),
  );
});

test('what only looks like an attribute of ours counts', () => {
  const html = sanitizeHtml(`<p>${` ${rel}`.repeat(3)}</p>`);
  expect(findHtmlProblem(html, 50)).toBe('Must have at most 50 characters.');
});

describe('mentions', () => {
  const mara = '<mention user="K3V9QX0T7ZB2M5A"></mention>';

  test('are stored by id alone, and named when they are read', () => {
    const stored = sanitizeWithMentions('<p>Ask <mention user="K3V9QX0T7ZB2M5A">@Somebody</mention>.</p>');
    expect(stored).toBe(`<p>Ask ${mara}.</p>`);
    const named = nameMentions(stored, () => 'Mara <b> & Co');
    expect(named).toBe('<p>Ask <mention user="K3V9QX0T7ZB2M5A">@Mara &lt;b&gt; &amp; Co</mention>.</p>');
    expect(sanitizeWithMentions(named)).toBe(stored);
    expect(isBlankHtml(sanitizeWithMentions(mara))).toBe(false);
  });

  test('of nobody, and other attributes, are dropped', () => {
    expect(sanitizeWithMentions('<mention user="x">@x</mention> <mention>y</mention>')).toBe('@x y');
    expect(sanitizeWithMentions('<mention user="K3V9QX0T7ZB2M5A" onclick="x()">y</mention>')).toBe(mara);
    expect(sanitizeHtml('<mention user="K3V9QX0T7ZB2M5A">@Mara</mention>')).toBe('@Mara');
  });

  test('in each other are one, and what is unfinished is closed', () => {
    const other = '<mention user="000000000000000"><b>x</b></mention>';
    expect(sanitizeWithMentions(`<mention user="K3V9QX0T7ZB2M5A">a${other}b</mention>c`)).toBe(`${mara}c`);
    expect(sanitizeWithMentions('<p><mention user="K3V9QX0T7ZB2M5A">a')).toBe(`<p>${mara}</p>`);
  });

  test('stay as they are when they are sanitized again, whatever surrounds them', () => {
    const pieces = [
      'a',
      '<p>',
      '</p>',
      '<b>',
      '</mention>',
      '<mention>',
      '<mention user="K3V9QX0T7ZB2M5A">',
      '&lt;',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 20 }), (list) => {
        const once = sanitizeWithMentions(list.join(''));
        expect(sanitizeWithMentions(once)).toBe(once);
        expect(once.replaceAll(mara, '')).not.toContain('mention');
      }),
    );
  });

  test('are listed once each', () => {
    expect(listMentions(`${mara} ${mara} <mention user="000000000000000"></mention>`)).toEqual([
      'K3V9QX0T7ZB2M5A',
      '000000000000000',
    ]);
  });
});

test('an excerpt has the words in one line', () => {
  expect(excerptHtml('<p>One &amp; two</p><ul><li>three</li></ul>', 100)).toBe('One & two three');
  expect(excerptHtml('<p>abcdef</p>', 4)).toBe('abc…');
});
