import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { formatGreeting } from '../server/src/greeting.ts';
import { readConfig } from '../server/src/configuration.ts';
import { useApp } from '../server/test/harness.ts';
import { ownerToken } from '../server/test/runtime.ts';

const app = useApp();
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The shell block and the JSON block that follow a heading. */
function example(heading: string): { command: string; answer: unknown } {
  const section = readme.split(`\n## ${heading}\n`)[1] ?? '';
  const block = (language: string) => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(section)?.[1] ?? '';
  return { command: block('sh'), answer: JSON.parse(block('json')) };
}

test('the first call of the README answers what the README says', async () => {
  const { command, answer } = example('First call');
  const [, name = '', value = '', url = ''] = /^curl -H "([\w-]+): ([^"]+)" (\S+)\s*$/.exec(command) ?? [];
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.app.server.address() as AddressInfo;
  const response = await fetch(url.replace('localhost:4000', `127.0.0.1:${port}`), {
    headers: { [name]: value.replace('$TOKEN', ownerToken) },
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(answer);
});

test('the README shows what a first start prints, to the letter but for the token in the command', () => {
  const shown = /```\n(Daybook is ready at [^]*?)\n```/.exec(readme)?.[1] ?? '';
  const find = (label: string): string => new RegExp(`${label} +(\\S+)`).exec(shown)?.[1] ?? '';
  const keys = { email: find('Email'), password: find('Password'), token: find('API token') };
  expect(keys.token).toMatch(/^dbk_\w{46}$/);
  const config = { ...readConfig({}), dataDir: find('Data') };
  const printed = formatGreeting(config, keys).replace(
    `Bearer ${keys.token}`,
    `Bearer ${keys.token.slice(0, 9)}...`,
  );
  expect(shown).toBe(printed);
});

test('the booking page and the mail box that a start prints are there', async () => {
  const printed = formatGreeting(app.runtime.config, { email: '', password: '', token: '' });
  const addresses = [...printed.matchAll(/^ {2}(?:Book|Emails) +http:\/\/localhost:\d+(\S+)$/gm)];
  expect(addresses).toHaveLength(2);
  for (const [, url = ''] of addresses)
    expect((await app.inject({ url, headers: { host: 'localhost:4000' } })).status, url).toBe(200);
});
