import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createClient } from '../client/src/client.ts';
import { statusesOf } from '../contract/src/openapi.ts';
import type { AnyRoute } from '../contract/src/route.ts';
import { routes } from '../contract/src/routes.ts';
import { webhookPayloads } from '../contract/src/webhook-payloads.ts';
import { describe, expect, test } from 'vitest';
import { useApp } from '../server/test/harness.ts';
import { ownerToken } from '../server/test/runtime.ts';
import { clientOf, curlOf, exampleOf } from '../server/src/docs/examples.ts';
import { sampleOf } from '../server/src/docs/sample.ts';

const run = promisify(execFile);
const app = useApp();

describe('examples of the reference keep the contract', () => {
  test.each([...routes])('%s', (_, route) => {
    const { params, query, body } = exampleOf(route);
    expect(route.params.safeParse(params).error?.message).toBeUndefined();
    expect(route.query.safeParse(query).error?.message).toBeUndefined();
    if (route.body) expect(route.body.safeParse(body ?? {}).error?.message).toBeUndefined();
    if (!route.returns.media) {
      const answer = route.examples.returns ?? sampleOf(route.returns.wire, 'output');
      expect(route.returns.wire.safeParse(answer).error?.message).toBeUndefined();
    }
  });

  test.each(Object.entries(webhookPayloads))('%s', (_, payload) => {
    expect(payload.safeParse(sampleOf(payload, 'output')).error?.message).toBeUndefined();
  });
});

/** A file has to be chosen, and a stream has no end. */
const isRun = ({ takes, returns, access }: AnyRoute): boolean =>
  takes === undefined && returns.media !== 'text/event-stream' && access.kind !== 'session';

/** What deletes comes last, so that others find what they are about. */
const shown = [...routes]
  .filter(([, route]) => isRun(route))
  .sort(([, a], [, b]) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly authorization: string | undefined;
}

/** What curl would send, by the arguments that a real shell reads from its lines. */
async function sentByCurl(lines: readonly string[]): Promise<Sent[]> {
  const script = [String.raw`curl() { printf '%s\0' "$@"; printf '\n\0'; }`, ...lines].join('\n');
  const env = { ...process.env, DAYBOOK_TOKEN: ownerToken };
  const { stdout } = await run('bash', ['-c', script], { env, maxBuffer: 10_000_000 });
  return stdout
    .split('\n\0')
    .slice(0, -1)
    .map((text) => requestOf(text.split('\0').slice(0, -1)));
}

function requestOf(args: readonly string[]): Sent {
  const after = (flag: string) => args.flatMap((each, index) => (args[index - 1] === flag ? [each] : []));
  const [data] = after('-d');
  const header = after('-H').find((each) => each.startsWith('Authorization: '));
  return {
    method: after('-X')[0] ?? 'GET',
    url: args.find((each) => each.startsWith(base)) ?? '',
    body: data === undefined ? undefined : JSON.parse(data),
    authorization: header?.replace('Authorization: ', ''),
  };
}

const base = 'https://book.example.com';

test('the curl line of every operation is read by a shell, and understood by the server', async () => {
  const requests = await sentByCurl(shown.map(([, route]) => curlOf(route, base)));
  expect(requests).toHaveLength(shown.length);
  const refused: string[] = [];
  for (const [index, [name, route]] of shown.entries()) {
    const { method, url, body, authorization } = requests[index] as Sent;
    const { status, body: answer } = await app.inject({
      method: method as 'GET',
      url: url.replace(base, ''),
      ...(authorization && { headers: { authorization } }),
      ...(body !== undefined && { payload: body as object }),
    });
    expect([name, statusesOf(route).has(status)]).toEqual([name, true]);
    const isBroken = status >= 500 || status === 415 || (status === 400 && !route.fails[400]);
    expect([name, status, isBroken]).toEqual([name, status, false]);
    if (status === 422) refused.push(`${name}: ${Object.keys(answer.errors).join(', ')}`);
  }
  expect(refused.sort()).toEqual([...aboutOthers].sort());
}, 60_000);

/** Their examples name what the demo company does not have: ids, hosts on the network, a date inside the next weeks. */
const aboutOthers: readonly string[] = [
  'book: start',
  'bookPublicly: start',
  'bookTeamPublicly: question_answers.0.question_id, question_answers, start',
  'connectCalendar: url',
  'continueSignIn: challenge',
  'createLink: eventTypeUuid',
  'createNote: uuid',
  'createOutboundCall: phoneNumber',
  'createWebhook: callbackUrl',
  'signIn: email',
  'signInWithPasskey: credential',
  'upsertRecord: matchingAttribute',
];

test('the client line of every operation sends what its curl line does', async () => {
  const requests = await sentByCurl(shown.map(([, route]) => curlOf(route, base)));
  for (const [index, [name, route]] of shown.entries()) {
    const sent: Sent[] = [];
    const api = createClient({
      url: base,
      token: ownerToken,
      fetch: async (url, { method, body } = {}) => {
        sent.push({
          method: method ?? 'GET',
          url: String(url),
          body: body === undefined ? undefined : JSON.parse(String(body)),
          authorization: undefined,
        });
        return Response.json({});
      },
    });
    const work = new Function('api', `return (async () => { ${clientOf(name, route)} })()`) as (
      client: typeof api,
    ) => Promise<void>;
    await work(api).catch(() => undefined);
    expect([name, { ...sent[0] }]).toEqual([name, { ...requests[index], authorization: undefined }]);
  }
});
