import type { AnyRoute } from '@daybook/contract/route';
import { routes } from '@daybook/contract/routes';
import type { Request } from '../../server/test/operations.ts';
import { createActors, type Actors } from './actors.ts';
import { findAnswerProblem } from './check-answer.ts';
import { buildBaseRequest, encodeText, toRequest, toSent } from './draft.ts';
import { createHarvest, type Harvest } from './harvest.ts';
import { mutateDraft, type Draft } from './mutate.ts';
import { createRandom, type Random } from './random.ts';
import { sendFuzz, type Outcome, type FuzzRequest } from './send.ts';
import { buildRawRequests, sendRaw } from './sockets.ts';

/** A running Daybook with the demo company. */
export interface Target {
  readonly url: string;
  readonly ownerToken: string;
  /** A request that the owner may make, about something new; undefined where there is none. */
  request(operation: string): Promise<Request | undefined>;
}

interface Options {
  readonly seed: number;
  readonly requests: number;
  /** After which no more are sent. */
  readonly limitMs?: number;
  readonly concurrency?: number;
  /** Operations that get a request about something new before the first request, and one more now and then. */
  readonly prepared?: number;
  readonly log?: (line: string) => void;
}

export interface Finding {
  readonly operation: string;
  readonly why: string;
  /** The request as it was sent, to be sent again. */
  readonly request: string;
}

export interface Result {
  readonly requests: number;
  /** By status, or by how the connection ended. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Operations that were tried, and those that answered with success at least once. */
  readonly tried: number;
  readonly succeeded: number;
  readonly findings: readonly Finding[];
}

/** Sends requests from the contract, valid and not, and reports each answer that breaks it. */
export async function fuzzContract(target: Target, options: Options): Promise<Result> {
  const { seed, requests, limitMs = Infinity, concurrency = 8, prepared = routes.size } = options;
  const { log = () => {} } = options;
  const endsMs = Date.now() + limitMs;
  const state = await begin(target, seed);
  const names = [...routes.keys()];
  for (const name of sample(names, prepared, state.random)) await prepare(state, name);
  let started = 0;
  const work = async (): Promise<void> => {
    while (started < requests && Date.now() < endsMs) {
      const index = (started += 1);
      const random = createRandom(seed, index);
      if (prepared > 0 && index % 100 === 0) await prepare(state, random.pick(names) ?? '');
      if (index % 10_000 === 0) log(`${index} requests, ${state.findings.length} findings`);
      if (random.chance(0.01)) await tryRaw(state, random);
      else if (random.chance(0.04)) await tryPage(state, random);
      else await tryOperation(state, random.pick(names) ?? '', random);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const { outcomes, tried, succeeded, findings } = state;
  return {
    requests: started,
    outcomes: Object.fromEntries([...outcomes].sort(([a], [b]) => (a < b ? -1 : 1))),
    tried: tried.size,
    succeeded: succeeded.size,
    findings,
  };
}

interface State {
  readonly target: Target;
  readonly actors: Actors;
  readonly harvest: Harvest;
  readonly random: Random;
  /** Requests by operation that were right, to start from. */
  readonly known: Map<string, Request[]>;
  readonly outcomes: Map<string, number>;
  readonly tried: Set<string>;
  readonly succeeded: Set<string>;
  readonly findings: Finding[];
}

async function begin(target: Target, seed: number): Promise<State> {
  const random = createRandom(seed);
  const actors = await createActors(target.url, target.ownerToken);
  return {
    target,
    actors,
    random,
    harvest: createHarvest(random, actors.kept),
    known: new Map(),
    outcomes: new Map(),
    tried: new Set(),
    succeeded: new Set(),
    findings: [],
  };
}

function sample<T>(list: readonly T[], count: number, random: Random): T[] {
  return list
    .map((each) => [random.next(), each] as const)
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, each]) => each);
}

/** Others may have deleted or filled up what it needs: then the operation does without. */
async function prepare(state: State, name: string): Promise<void> {
  const request = await state.target.request(name).catch(() => undefined);
  if (request) learn(state, name, request);
}

const maxKnown = 12;

function learn({ known, random }: State, name: string, request: Request): void {
  const list = known.get(name) ?? [];
  known.set(name, list);
  if (list.length < maxKnown) list.push(request);
  else list[random.below(maxKnown)] = request;
}

async function tryOperation(state: State, name: string, random: Random): Promise<void> {
  const route = routes.get(name) as AnyRoute;
  const { harvest, actors } = state;
  const base = structuredClone(buildBaseRequest(route, state.known.get(name) ?? [], { random, harvest }));
  const draft: Draft = {
    method: route.method,
    params: { ...base.params },
    query: Object.entries(base.query ?? {}),
    body: base.body,
    headers: {},
    isElsewhere: false,
    mutations: [],
  };
  if (base.file) Object.assign(draft, { text: base.file.text, headers: { 'content-type': base.file.type } });
  else if (route.body) draft.headers['content-type'] = 'application/json';
  if (random.chance(0.65)) mutateDraft(draft, { random, harvest });
  const who = await actors.pick(route.access.kind === 'session', random);
  const sent = toSent(route, draft, who);
  const isStream = route.returns.media === 'text/event-stream' && draft.method === 'GET';
  const outcome = await sendFuzz(state.target.url, sent, isStream);
  state.tried.add(name);
  const isElsewhere = draft.isElsewhere || isOfAnother(route, sent.path);
  judge(state, isElsewhere ? undefined : route, name, sent, outcome);
  if (typeof outcome === 'string') return;
  if (outcome.status === 401) actors.replace(who);
  if (outcome.status >= 300 || isElsewhere) return;
  state.succeeded.add(name);
  if (!route.returns.media) harvest.add(route, draft.params, JSON.parse(outcome.text));
  if (draft.text === undefined) learn(state, name, toRequest(draft));
}

/** An id may be a word of a route that goes first: `companies` of `/crm/companies/{uuid}` for `/crm/{objectSlug}/{recordId}`. */
function isOfAnother(route: AnyRoute, path: string): boolean {
  const words = partsOf(path.replaceAll(/^\/v2|\?.*$/g, ''));
  const own = partsOf(route.path);
  return [...routes.values()].some((other) => {
    const parts = partsOf(other.path);
    const fits = parts.every((part, index) => isParameter(part) || part === words[index]);
    const isNarrower = parts.some((part, index) => !isParameter(part) && isParameter(own[index] ?? ''));
    return other.method === route.method && parts.length === words.length && fits && isNarrower;
  });
}

const partsOf = (path: string): string[] => path.split('/').filter(Boolean);
const isParameter = (part: string): boolean => part.startsWith('{');

const pages = [
  '/',
  '/app',
  '/app/sign-in',
  '/app/security',
  '/app/reset-password/{}',
  '/app/invitations/{}',
  '/docs',
  '/docs/{}',
  '/openapi.json',
  '/{}',
  '/{}/{}',
  '/mara-lindqvist/{}',
  '/forms/{}',
  '/bookings/{}?key={}',
  '/l/{}',
  '/images/{}',
  '/feeds/{}.ics',
  '/mcp',
  '/connect/google/changes/{}',
  '/dev/mail',
  '/dev/mail/{}',
] as const;

/** Addresses beside the API: whatever they answer, it is no fault of ours. */
async function tryPage(state: State, random: Random): Promise<void> {
  const { harvest, target } = state;
  const draft: Draft = {
    method: random.pick(['GET', 'GET', 'GET', 'POST', 'HEAD']),
    params: {},
    query: [['x', 'y']],
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    headers: { 'content-type': 'application/json' },
    isElsewhere: true,
    mutations: [],
  };
  mutateDraft(draft, { random, harvest });
  const path = random.pick(pages).replaceAll('{}', () => encodeText(harvest.id(random)));
  const query = draft.query.map(([key, value]) => `${encodeText(key)}=${encodeText(value)}`).join('&');
  const body = draft.text ?? JSON.stringify(draft.body);
  const isBare = ['GET', 'HEAD', 'TRACE'].includes(draft.method);
  const headers = { ...(await state.actors.pick(true, random)), ...draft.headers };
  const sent: FuzzRequest = {
    method: draft.method,
    path: `${path}${path.includes('?') ? '&' : '?'}${query}`,
    headers,
    ...(!isBare && body !== undefined && { body }),
  };
  judge(state, undefined, 'a page', sent, await sendFuzz(target.url, sent));
}

async function tryRaw(state: State, random: Random): Promise<void> {
  const raw = random.pick(buildRawRequests(state.target.ownerToken));
  const outcome = await sendRaw(state.target.url, raw);
  count(state, `raw ${outcome}`);
  const isWrong = outcome === 'hung' || (typeof outcome === 'number' && outcome >= 500);
  if (isWrong)
    state.findings.push({ operation: 'a connection', why: `It is ${outcome}.`, request: raw.name });
}

const largestRead = 64 * 1024;

function judge(
  state: State,
  route: AnyRoute | undefined,
  operation: string,
  sent: FuzzRequest,
  outcome: Outcome,
): void {
  count(state, typeof outcome === 'string' ? outcome : String(outcome.status));
  // A server need not read a body to its end that is too large; its answer may be lost then.
  const mayClose = Buffer.byteLength(sent.body ?? '') > largestRead;
  const why =
    typeof outcome === 'string'
      ? outcome === 'closed' && mayClose
        ? undefined
        : `The connection is ${outcome}.`
      : findAnswerProblem(route, outcome);
  if (why === undefined) return;
  const answer = typeof outcome === 'string' ? '' : `\n${outcome.text.slice(0, 300)}`;
  state.findings.push({ operation, why, request: `${describe(sent)}${answer}` });
}

function count({ outcomes }: State, outcome: string): void {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
}

function describe({ method, path, headers, body }: FuzzRequest): string {
  const { authorization: _, cookie: __, ...others } = headers;
  const text = body === undefined ? '' : Buffer.from(body).toString();
  return `${method} ${path.slice(0, 600)} ${JSON.stringify(others).slice(0, 400)} ${text.slice(0, 1500)}`;
}
