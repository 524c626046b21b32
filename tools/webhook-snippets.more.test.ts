import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, test } from 'vitest';
import { parseBlocks, root } from './doc-blocks.ts';

/** The snippets of `docs/guide/webhooks.md`, each in its language, where that is installed. */

const run = promisify(execFile);
/** Inside of the checkout, so that programs find its packages. */
const folder = mkdtempSync(join(root, 'node_modules/.snippets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the check of a signature', () => {
  const secret = `whsec_${Buffer.alloc(32, 'secret').toString('base64')}`;
  const body = JSON.stringify({ event: 'invitee.scheduled', inviteeName: 'Inês Okafor' });
  const headersAt = (when: Date) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(when.getTime() / 1000)),
    'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('msg_1', when, body)}`,
  });
  const now = new Date();
  const cases = [
    { body, headers: headersAt(now), isRight: true },
    { body: `${body} `, headers: headersAt(now), isRight: false },
    { body, headers: headersAt(new Date(now.getTime() - 600_000)), isRight: false },
    { body, headers: { ...headersAt(now), 'webhook-signature': 'v1,AAAA' }, isRight: false },
  ];
  const snippet = (label: string): string =>
    parseBlocks('docs/guide/webhooks.md').find((block) => block.label === label)?.text ?? '';
  const lacks = (program: string, flag = '--version'): boolean => spawnSync(program, [flag]).status !== 0;

  /** Runs a program that prints one line for each case: whether the snippet accepted it. */
  const verdicts = async ([program = '', ...args]: readonly string[], file: string, source: string) => {
    writeFileSync(join(folder, file), source);
    const input = join(folder, 'cases.json');
    writeFileSync(input, JSON.stringify(cases.map((each) => ({ ...each, secret }))));
    const { stdout } = await run(program, [...args, file, input], { cwd: folder });
    return stdout.trim().split('\n');
  };
  const expected = cases.map(({ isRight }) => String(isRight));

  test.each(['With a library', 'Node'])('%s', async (label) => {
    const driver = `
import { readFileSync } from 'node:fs';
for (const { body, headers, secret } of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
  try {
    console.log(String(verify(body, headers, secret).inviteeName === 'Inês Okafor'));
  } catch {
    console.log('false');
  }
}`;
    expect(await verdicts(['node'], 'verify.mjs', snippet(label) + driver)).toEqual(expected);
  });

  test('Python', async ({ skip }) => {
    skip(lacks('python3'), 'the check of webhooks in Python, because the machine has no python3.');
    const driver = `
import sys
for case in json.load(open(sys.argv[1])):
    try:
        print(str(verify(case["body"], case["headers"], case["secret"])["inviteeName"] == "Inês Okafor").lower())
    except ValueError:
        print("false")
`;
    expect(await verdicts(['python3'], 'verify.py', snippet('Python') + driver)).toEqual(expected);
  });

  test('PHP', async ({ skip }) => {
    skip(lacks('php'), 'the check of webhooks in PHP, because the machine has no php.');
    const driver = `
foreach (json_decode(file_get_contents($argv[1]), true) as $case) {
    try {
        echo verify($case['body'], $case['headers'], $case['secret'])['inviteeName'] === 'Inês Okafor' ? "true\\n" : "false\\n";
    } catch (RuntimeException) {
        echo "false\\n";
    }
}`;
    expect(await verdicts(['php'], 'verify.php', snippet('PHP') + driver)).toEqual(expected);
  });

  // The first time, Go compiles its library.
  test('Go', { timeout: 120_000 }, async ({ skip }) => {
    skip(lacks('go', 'version'), 'the check of webhooks in Go, because the machine has no go.');
    const driver = `
func main() {
	var cases []struct {
		Body, Secret string
		Headers      map[string]string
	}
	text, _ := os.ReadFile(os.Args[1])
	_ = json.Unmarshal(text, &cases)
	for _, each := range cases {
		headers := http.Header{}
		for name, value := range each.Headers {
			headers.Set(name, value)
		}
		fmt.Println(Verify([]byte(each.Body), headers, each.Secret) == nil)
	}
}`;
    const source = snippet('Go')
      .replace('package webhook', 'package main')
      .replace('import (', 'import (\n\t"encoding/json"\n\t"fmt"\n\t"os"');
    expect(await verdicts(['go', 'run'], 'verify.go', source + driver)).toEqual(expected);
  });
});
