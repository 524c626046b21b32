import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { runInTerminal } from '../cli/src/test-terminal.ts';
import { createClient } from '../client/src/client.ts';
import { listStatuses } from '../contract/src/openapi.ts';
import type { AnyRoute } from '../contract/src/route.ts';
import { routes } from '../contract/src/routes.ts';
import { webhookPayloads } from '../contract/src/webhook-payloads.ts';
import { describe, expect, test } from 'vitest';
import { useApp } from '../server/test/harness.ts';
import { ownerToken } from '../server/test/runtime.ts';
import { formatClientCall, formatCliCommand, formatCurl, buildExample } from '../server/src/docs/examples.ts';
import { buildSample } from '../server/src/docs/sample.ts';

const run = promisify(execFile);
const app = useApp();

describe('examples of the reference keep the contract', () => {
  test.each([...routes])('%s', (_, route) => {
    const { params, query, body } = buildExample(route);
    expect(route.params.safeParse(params).error?.message).toBeUndefined();
    expect(route.query.safeParse(query).error?.message).toBeUndefined();
    if (route.body) expect(route.body.safeParse(body ?? {}).error?.message).toBeUndefined();
    if (route.method === 'PATCH')
      expect(body, 'Give it an example: a change shows what it changes.').toBeDefined();
    if (!route.returns.media) {
      const answer = route.examples.returns ?? buildSample(route.returns.wire, 'output');
      expect(route.returns.wire.safeParse(answer).error?.message).toBeUndefined();
    }
  });

  test.each(Object.entries(webhookPayloads))('%s', (_, payload) => {
    expect(payload.safeParse(buildSample(payload, 'output')).error?.message).toBeUndefined();
  });
});

/** A file has to be chosen, a stream has no end, and platforms have tokens of their own. */
const isRun = ({ takes, returns, access }: AnyRoute): boolean =>
  takes === undefined &&
  returns.media !== 'text/event-stream' &&
  !['session', 'platform'].includes(access.kind);

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

/** The arguments that a real shell reads from lines that each call this program. */
async function argumentsOf(program: string, lines: readonly string[]): Promise<string[][]> {
  const script = [String.raw`${program}() { printf '%s\0' "$@"; printf '\n\0'; }`, ...lines].join('\n');
  const env = { ...process.env, DAYBOOK_TOKEN: ownerToken };
  const { stdout } = await run('bash', ['--norc', '-c', script], { env, maxBuffer: 10_000_000 });
  return stdout
    .split('\n\0')
    .slice(0, -1)
    .map((words) => words.split('\0').slice(0, -1));
}

async function sentByCurl(lines: readonly string[]): Promise<Sent[]> {
  return (await argumentsOf('curl', lines)).map(requestOf);
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
  const requests = await sentByCurl(shown.map(([, route]) => formatCurl(route, base)));
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
    expect([name, listStatuses(route).has(status)]).toEqual([name, true]);
    const isBroken = status >= 500 || status === 415 || (status === 400 && !route.fails[400]);
    expect([name, status, isBroken]).toEqual([name, status, false]);
    if (status === 422) refused.push(`${name}: ${Object.keys(answer.errors).join(', ')}`);
  }
  expect(refused.sort()).toEqual([...aboutOthers].sort());
}, 60_000);

/** Their examples name what the demo company does not have: ids, hosts on the network, a date inside the next weeks. */
const aboutOthers: readonly string[] = [
  'addFavorite: id',
  'approveApp: clientId',
  'book: start',
  'bookPublicly: start',
  'bookTeamPublicly: question_answers.0.question_id, question_answers, start',
  'connectCalendar: url',
  'continueSignIn: challenge',
  'createBookingRequest: start',
  'createIdentityProvider: metadataUrl',
  'createLink: eventTypeUuid',
  'createNote: uuid',
  'createOutboundCall: phoneNumber',
  'createPoll: eventTypeUuid',
  'createTask: records.0.id',
  'createWebhook: callbackUrl',
  'signIn: email',
  'signInWithPasskey: credential',
  'upsertRecord: matchingAttribute',
];

test('the client line of every operation sends what its curl line does', async () => {
  const requests = await sentByCurl(shown.map(([, route]) => formatCurl(route, base)));
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
    const work = new Function('api', `return (async () => { ${formatClientCall(name, route)} })()`) as (
      client: typeof api,
    ) => Promise<void>;
    await work(api).catch(() => undefined);
    expect([name, { ...sent[0] }]).toEqual([name, { ...requests[index], authorization: undefined }]);
  }
});

test('the command line of every operation sends what its curl line does', async () => {
  const requests = await sentByCurl(shown.map(([, route]) => formatCurl(route, base)));
  const commands = await argumentsOf(
    'daybook',
    shown.map(([name, route]) => formatCliCommand(name, route)),
  );
  let sent: Sent | undefined;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method = '', url = '', headers } = request;
    sent ??= {
      method,
      url: base + url,
      body: body ? JSON.parse(body) : undefined,
      authorization: headers.authorization,
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const env = {
    DAYBOOK_URL: `http://127.0.0.1:${port}`,
    DAYBOOK_TOKEN: ownerToken,
    XDG_CONFIG_HOME: '/nonexistent',
  };
  try {
    for (const [index, [name, route]] of shown.entries()) {
      sent = undefined;
      const { err } = await runInTerminal(commands[index] ?? [], { env });
      expect([name, sent && comparable(sent, route)], err).toEqual([
        name,
        comparable(requests[index] as Sent, route),
      ]);
    }
  } finally {
    server.close();
  }
});

/** The program asks for 20 of a list unless told otherwise, sends a body that may be empty, and says who calls also where anybody may. */
function comparable(
  { method, url, body, authorization }: Sent,
  { returns, access, body: takesBody }: AnyRoute,
): Sent {
  const address = new URL(url);
  for (const name of ['page', returns.paging?.size ?? 'count']) address.searchParams.delete(name);
  return {
    method,
    url: address.href,
    body: body ?? (takesBody ? {} : undefined),
    authorization: access.kind === 'public' ? undefined : authorization,
  };
}
