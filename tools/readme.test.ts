import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
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
