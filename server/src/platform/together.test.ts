import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { together } from './together.ts';

/** Work that ends when it is told to, and what it was given. */
function underControl(limits: Partial<Parameters<typeof together>[1]> = {}) {
  const works: { items: readonly string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const work = (_owner: object, items: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      const end = () =>
        resolve(items.map((item) => `${item} of ${works.findIndex((one) => one.end === end)}`));
      works.push({ items, end, fail: reject });
    });
  return { works, ask: together(work, { most: 100, lanes: 1, enough: 1, ...limits }) };
}

const owner = {};
const given = (works: readonly { items: readonly string[] }[]) => works.map(({ items }) => items.join(''));

test('what is asked for at the same moment is done together, each with an answer of its own', async () => {
  const { works, ask } = underControl();
  const answers = Promise.all(['a', 'b', 'c'].map((item) => ask(owner, '', item)));
  await turn();
  expect(given(works)).toEqual(['abc']);
  works[0]?.end();
  expect(await answers).toEqual(['a of 0', 'b of 0', 'c of 0']);
});

test('nobody is answered by work that began before they asked', async () => {
  const { works, ask } = underControl();
  void ask(owner, '', 'a');
  await turn();
  const late = ask(owner, '', 'a');
  await turn();
  expect(given(works)).toEqual(['a']);
  works[0]?.end();
  await turn();
  expect(given(works)).toEqual(['a', 'a']);
  works[1]?.end();
  expect(await late).toBe('a of 1');
});

test('beside work that runs, more begins only for enough items, and only as often as there are lanes', async () => {
  const { works, ask } = underControl({ lanes: 2, enough: 2 });
  void ask(owner, '', 'a');
  await turn();
  void ask(owner, '', 'b');
  await turn();
  expect(given(works)).toEqual(['a']);
  void ask(owner, '', 'c');
  await turn();
  expect(given(works)).toEqual(['a', 'bc']);
  for (const item of 'def') void ask(owner, '', item);
  await turn();
  expect(given(works)).toEqual(['a', 'bc']);
  works[1]?.end();
  await turn();
  expect(given(works)).toEqual(['a', 'bc', 'def']);
});

test('what waits is done when nothing else runs, however little it is', async () => {
  const { works, ask } = underControl({ lanes: 2, enough: 10 });
  void ask(owner, '', 'a');
  await turn();
  void ask(owner, '', 'b');
  works[0]?.end();
  await turn();
  expect(given(works)).toEqual(['a', 'b']);
});

test('more than the most at once is done in parts, in the order of asking', async () => {
  const { works, ask } = underControl({ most: 2 });
  for (const item of 'abcde') void ask(owner, '', item);
  await turn();
  expect(given(works)).toEqual(['ab']);
  works[0]?.end();
  await turn();
  works[1]?.end();
  await turn();
  expect(given(works)).toEqual(['ab', 'cd', 'e']);
});

test('an error reaches those who shared the work, and nobody after them', async () => {
  const { works, ask } = underControl();
  const failing = Promise.allSettled(['a', 'b'].map((item) => ask(owner, '', item)));
  await turn();
  const next = ask(owner, '', 'c');
  works[0]?.fail(new Error('broken'));
  expect(await failing).toMatchObject([
    { status: 'rejected', reason: { message: 'broken' } },
    { status: 'rejected', reason: { message: 'broken' } },
  ]);
  await turn();
  works[1]?.end();
  expect(await next).toBe('c of 1');
});

test('kinds and owners wait for nobody but their own', async () => {
  const { works, ask } = underControl();
  void ask(owner, 'x', 'a');
  void ask(owner, 'y', 'b');
  void ask({}, 'x', 'c');
  await turn();
  expect(given(works)).toEqual(['a', 'b', 'c']);
});
