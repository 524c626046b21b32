import { expect, test } from 'vitest';
import { addCommands, listCommands, setShellCommands, type Command } from './commands.ts';

const command = (label: string): Command => ({ id: label, label, run: () => undefined });

test('the commands of a page are there as long as it is, after those of the shell', () => {
  const endPage = addCommands(() => [command('Page')]);
  setShellCommands(() => [command('Shell')]);
  expect(listCommands().map(({ label }) => label)).toEqual(['Shell', 'Page']);
  endPage();
  expect(listCommands().map(({ label }) => label)).toEqual(['Shell']);
  setShellCommands(() => []);
});
