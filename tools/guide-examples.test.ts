import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../server/test/harness.ts';
import { ownerToken } from '../server/test/runtime.ts';

/** The code of guides is run as a reader would run it, in the order of the page. What is not run is listed with its reason. */

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);
const app = useApp();
let env: NodeJS.ProcessEnv = {};
/** Inside of the checkout, so that programs find its packages. */
const folder = mkdtempSync(join(root, 'node_modules/.examples-'));

beforeAll(async () => {
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.app.server.address() as AddressInfo;
  env = { ...process.env, DAYBOOK_URL: `http://127.0.0.1:${port}`, DAYBOOK_TOKEN: ownerToken };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Code {
  readonly language: string;
  readonly label: string;
  readonly text: string;
  /** The file under which the page says to save it. */
  readonly file: string | undefined;
}

function codeOf(page: string): Code[] {
  const text = readFileSync(join(root, 'docs/guide', page), 'utf8');
  return [...text.matchAll(/(?:`([\w.]+\.mjs)`:\n\n)?^```(\w+) ?([^\n]*)\n([^]*?)^```$/gm)].map(
    ([, file, language = '', label = '', code = '']) => ({ language, label, text: code, file }),
  );
}

/** By page and number of its block, counted from one. */
const notRun: Readonly<Record<string, string>> = {
  'quick-start.md 1': 'The server runs already; server/test/process/start.test.ts starts one.',
  'quick-start.md 2': 'The test has set both.',
  'accounts.md 2': 'Settings of a server.',
  'hosts.md 1': 'Needs a CalDAV server; server/src/calendars has one in its tests.',
  'moving.md 1': 'Works on a database without its server; server/src/moving tests it.',
  'moving.md 2': 'Works on a database without its server; server/src/moving tests it.',
};

/** Pages of `docs/run` are for operators: what they tell to run installs, replaces and deletes. */
const pages = readdirSync(join(root, 'docs/guide')).filter((file) => file.endsWith('.md'));
const isShell = (page: string): boolean => runnable(page).length > 0;

function runnable(page: string): Code[] {
  return codeOf(page).filter(
    ({ language, label }, index) =>
      ['sh', 'js'].includes(language) && label === '' && !(`${page} ${index + 1}` in notRun),
  );
}

/** The shell fails on the first line that does, and curl on every answer that is not 2xx. */
const prelude = `set -euo pipefail
curl() { command curl --fail-with-body --silent --show-error "$@"; }
npx() { "$ROOT/node_modules/.bin/$1" "\${@:2}"; }`;

/** What would change the machine must be listed above instead. */
const changesMachine = /\b(?:npm|sudo|docker|systemctl|rm|useradd)\b/;

describe('what a guide tells to run', () => {
  test.each(pages.filter(isShell))(
    '%s',
    async (page) => {
      const script = runnable(page).flatMap(({ language, text, file }, index) => {
        if (language === 'sh') return [text];
        if (!/^import/m.test(text)) return [];
        const name = file ?? `block-${index}.mjs`;
        writeFileSync(join(folder, name), text);
        return file ? [] : [`npx tsx ${name}`];
      });
      expect(script.filter((text) => changesMachine.test(text))).toEqual([]);
      const options = { cwd: folder, env: { ...env, ROOT: root } };
      const { stdout } = await run('bash', ['-c', [prelude, ...script].join('\n')], options).catch(
        ({ stdout: out, stderr }: { stdout: string; stderr: string }) =>
          Promise.reject(new Error(`${out}\n${stderr}`)),
      );
      expect(stdout).not.toContain('"success":false');
    },
    60_000,
  );

  test('JSON is JSON', () => {
    const blocks = pages.flatMap(codeOf).filter(({ language }) => language === 'json');
    expect(blocks.length).toBeGreaterThan(3);
    for (const { text } of blocks) expect(() => JSON.parse(text) as unknown).not.toThrow();
  });

  test('the quick start has booked by curl, by the client and on the command line', async () => {
    const { body } = await app.get('/scheduled-events?scope=all&count=100');
    const booked = JSON.stringify(body);
    expect(booked).toContain('The spring catalogue');
    expect(booked).toContain('The autumn catalogue');
    expect(booked).toContain('A shop window');
  });
});

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
    codeOf('webhooks.md').find((code) => code.label === label)?.text ?? '';
  const has = (program: string, flag = '--version'): boolean => spawnSync(program, [flag]).status === 0;

  /** Runs a program that prints one line for each case: whether the snippet accepted it. */
  const verdicts = async ([program = '', ...args]: readonly string[], file: string, source: string) => {
    writeFileSync(join(folder, file), source);
    const input = join(folder, 'cases.json');
    writeFileSync(input, JSON.stringify(cases.map((each) => ({ ...each, secret }))));
    const { stdout } = await run(program, [...args, file, input], { cwd: folder, env });
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

  test.skipIf(!has('python3'))('Python', async () => {
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

  test.skipIf(!has('php'))('PHP', async () => {
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

  test.skipIf(!has('go', 'version'))('Go', async () => {
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

test('every block that is not run is still there', () => {
  for (const key of Object.keys(notRun)) {
    const [page = '', number] = key.split(' ');
    expect(existsSync(join(root, 'docs/guide', page)), page).toBe(true);
    expect(codeOf(page)[Number(number) - 1], key).toBeDefined();
  }
});
