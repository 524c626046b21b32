import { describe, expect, test } from 'vitest';
import { formatCell, cut, getWidth, wrap } from './cells.ts';
import { formatDetails, formatTable } from './table.ts';

const options = { columns: 60, isForPeople: true, bold: (text: string) => text };

describe('a cell', () => {
  test('is one line without what a terminal would act on', () => {
    expect(formatCell('\u001B[31mred\u0007\r\nnext\u202Eback', true)).toBe('[31mred next back');
  });

  test.each([
    ['2027-03-02T09:00:00.000000Z', '2027-03-02T09:00:00.000000Z'],
    [true, 'yes'],
    [null, ''],
    [['a', 'b'], 'a, b'],
    [[{ firstName: 'Mara', lastName: 'Lindqvist' }, { name: 'Ines' }], 'Mara Lindqvist, Ines'],
    [{ linkedin: null, twitter: 'ines' }, 'twitter ines'],
  ])('%j', (value, text) => {
    expect(formatCell(value, false)).toBe(text);
  });

  test('has a time on the clock of the reader', () => {
    const here = new Date('2027-03-02T09:00:00Z');
    const two = (value: number) => String(value).padStart(2, '0');
    const clock = `${two(here.getHours())}:${two(here.getMinutes())}`;
    expect(formatCell('2027-03-02T09:00:00.000000Z', true)).toMatch(new RegExp(`^2027-03-0\\d ${clock}$`));
  });
});

describe('a table', () => {
  const rows = [
    {
      note: 'x'.repeat(90),
      createdAt: '2027',
      title: 'Intro call',
      uuid: 'dbk-0000000000000000',
      extra: 'e'.repeat(30),
    },
    { note: '東京で会議', createdAt: '2028', title: 'B', uuid: 'dbk-1111111111111111', extra: '' },
  ];

  test('begins with what one copies, never cut, and is never wider than the terminal', () => {
    const lines = formatTable(rows, options).split('\n');
    expect(lines[0]).toMatch(/^UUID +TITLE +NOTE/);
    expect(lines[1]).toMatch(/^dbk-0{16} {2}Intro call {2}x+…$/);
    for (const line of lines) expect(getWidth(line)).toBeLessThanOrEqual(60);
    expect(formatTable(rows, { ...options, columns: 10 })).toContain('dbk-0000000000000000');
  });

  test('cuts nothing where no person reads', () => {
    expect(formatTable(rows, { ...options, columns: Infinity })).toContain('x'.repeat(90));
  });
});

test('one thing has what is inside it below, and a list of each in lines', () => {
  const shown = formatDetails(
    {
      days: [{ date: '2027-03-02', slots: ['09:00', '09:30', '10:00', '10:30'].map((start) => ({ start })) }],
      name: 'Intro',
      host: { email: 'mara@juniper.example' },
    },
    { ...options, columns: 34 },
  );
  expect(shown).toBe(
    [
      'Name  Intro',
      'Days',
      '  2027-03-02  09:00, 09:30, 10:00,',
      '              10:30',
      'Host',
      '  Email  mara@juniper.example',
    ].join('\n'),
  );
});

test('texts are cut and wrapped by the columns that they take', () => {
  expect(cut('東京で会議', 5)).toBe('東京…');
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
});
