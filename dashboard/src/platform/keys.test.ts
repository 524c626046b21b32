import { describe, expect, test } from 'vitest';
import { isSingleKey, formatKeys, matchStroke, getStroke, type KeyPress } from './keys.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isAltGraph: false,
  ...more,
});

describe('a press has a name', () => {
  test.each([
    ['k', press('k')],
    ['mod+k', press('k', { ctrlKey: true })],
    ['mod+k', press('K', { metaKey: true })],
    ['shift+g', press('G', { shiftKey: true })],
    ['?', press('?', { shiftKey: true })],
    ['[', press('[', { ctrlKey: true, altKey: true, isAltGraph: true })],
    ['Escape', press('Escape')],
    ['g', press('ل', { code: 'KeyG' })],
    [undefined, press('Shift', { shiftKey: true })],
    [undefined, press('k', { altKey: true })],
    [undefined, press('Dead')],
  ])('%s', (stroke, pressed) => {
    expect(getStroke(pressed)).toBe(stroke);
  });
});

describe('strokes become commands', () => {
  const go = { keys: 'g h' };
  const create = { keys: 'c' };

  test('a first stroke waits for the second', () => {
    expect(matchStroke([go, create], '', 'g')).toEqual({ waiting: 'g' });
    expect(matchStroke([go, create], 'g', 'h')).toEqual({ command: go, waiting: '' });
  });

  test('a second stroke that fits nothing counts as a first one', () => {
    expect(matchStroke([go, create], 'g', 'c')).toEqual({ command: create, waiting: '' });
    expect(matchStroke([go, create], 'g', 'x')).toEqual({ waiting: '' });
  });

  test('what a page has added comes before what is there everywhere', () => {
    const here = { keys: 'c' };
    expect(matchStroke([create, here], '', 'c').command).toBe(here);
  });
});

test('single keys are those that typing could press', () => {
  expect(['g h', 'c', '?', '['].every(isSingleKey)).toBe(true);
  expect(['mod+k', 'Escape'].some(isSingleKey)).toBe(false);
});

test('keys are shown as they stand on the keyboard', () => {
  expect(formatKeys('mod+k', false)).toEqual([['Ctrl', 'K']]);
  expect(formatKeys('mod+k', true)).toEqual([['⌘', 'K']]);
  expect(formatKeys('g h', false)).toEqual([['G'], ['H']]);
  expect(formatKeys('?', false)).toEqual([['?']]);
});
