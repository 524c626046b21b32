import { expect, test } from 'vitest';
import { addCommands, listCommands, findCommands, setShellCommands, type Command } from './commands.ts';

const command = (label: string, more: Partial<Command> = {}): Command => ({
  id: label,
  label,
  run: () => undefined,
  ...more,
});

test('the beginning of a label comes first, then that of a word, then any place, then another word for it', () => {
  const found = findCommands(
    [command('Repaginate'), command('Copy the page'), command('New', { also: 'page' }), command('Pages')],
    'page',
  );
  expect(found.map(({ label }) => label)).toEqual(['Pages', 'Copy the page', 'New']);
  expect(findCommands([command('Repaginate')], 'PAGI')).toHaveLength(1);
});

test('case and accents do not matter', () => {
  expect(findCommands([command('Verfügbarkeit')], 'verfug')).toHaveLength(1);
  expect(findCommands([command('Éditer')], 'edi')).toHaveLength(1);
});

test('the commands of a page are there as long as it is, after those of the shell', () => {
  const endPage = addCommands(() => [command('Page')]);
  setShellCommands(() => [command('Shell')]);
  expect(listCommands().map(({ label }) => label)).toEqual(['Shell', 'Page']);
  endPage();
  expect(listCommands().map(({ label }) => label)).toEqual(['Shell']);
  setShellCommands(() => []);
});
