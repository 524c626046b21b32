import { EventEmitter } from 'node:events';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '../platform/config.ts';
import type { Pool } from '../platform/db/connect.ts';
import { sendProblem, toUnroutableProblem } from '../platform/http/errors.ts';
import { isInstallationHost, toHostName } from '../platform/http/hosts.rules.ts';
import { answerClientError } from '../platform/http/client-error.ts';
import { allowSlowBody, limitSlowBodies } from '../platform/http/slow-bodies.ts';
import type { Log } from '../platform/log.ts';
import { failed, type Problem } from '../platform/problems.ts';
import { chooseCell, findCookie, type Choice, type Key } from './choose.ts';
import {
  CellUnavailable,
  createCells,
  dropConnectionHeaders,
  readBody,
  type Answer,
  type Body,
  type Cells,
} from './forward.ts';
import { createLookups, type CellAddress, type LookupAnswer, type Lookups } from './lookups.ts';
import { choosePlace } from './place.ts';
import { serveMetrics } from './metrics.ts';
import { checkReadiness } from './readiness.ts';

export interface RouterParts {
  readonly config: Pick<Config, 'publicUrl' | 'otherHosts' | 'trustProxy' | 'bodyTimeoutMs' | 'metricsToken'>;
  readonly log: Log;
  /** Of the directory. */
  readonly pool: Pool;
}

/** Sends each request to the cell of its workspace. It holds nothing that can't be asked again. */
export function createRouter({ config, log, pool }: RouterParts): FastifyInstance {
  const lookups = createLookups(pool, log);
  const app = fastify({
    logger: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, _request, reply) =>
      void sendProblem(reply as FastifyReply, toUnroutableProblem(error)),
    clientErrorHandler: answerClientError,
    ...(config.trustProxy !== undefined && { trustProxy: config.trustProxy }),
  });
  limitSlowBodies(app.server, config.bodyTimeoutMs);
  // Bodies are passed on, and none is parsed.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  const cells = createCells(serveMetrics(app, config));
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const report = await checkReadiness(lookups, cells);
    return reply.status(report.status === 'ready' ? 200 : 503).send(report);
  });
  app.setNotFoundHandler((request, reply) => route({ config, lookups, cells, log }, request, reply));
  app.addHook('onClose', () => cells.close());
  return app;
}

interface Parts extends Pick<RouterParts, 'config' | 'log'> {
  readonly lookups: Lookups;
  readonly cells: Cells;
}

async function route(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // undici also takes an emitter, which costs less than an AbortSignal.
  const gone = new EventEmitter();
  reply.raw.once('close', () => gone.emit('abort'));
  try {
    if (!isQuick.test(request.headers['content-type'] ?? '')) allowSlowBody(request.raw);
    const body = await readBody(request);
    const { method, url = '/', headers } = request.raw;
    const whole = Buffer.isBuffer(body) ? body : undefined;
    const name = toHostName(request.host ?? '');
    const hostName = isInstallationHost(name, parts.config) ? undefined : name;
    const choice = chooseCell({ method: method ?? 'GET', url, headers, body: whole, hostName });
    const outcome = await ask(parts, { choice, request, body, signal: gone });
    return pass(parts, choice, reply, outcome);
  } catch (error) {
    if (reply.raw.closed) return reply.hijack();
    if (!(error instanceof CellUnavailable)) parts.log.warn({ err: error }, 'request not routed');
    return sendProblem(reply, unavailable());
  }
}

/** Bodies that arrive within seconds. Files may take longer, as long as they keep coming. */
const isQuick = /^application\/(json|x-www-form-urlencoded)\b/;

const unavailable = (): Problem =>
  failed(503, 'This part of the service isn’t available at the moment. Try again in a few seconds.', {
    'retry-after': '2',
  });

interface Question {
  readonly choice: Choice;
  readonly request: FastifyRequest;
  readonly body: Body;
  readonly signal: EventEmitter;
}

interface Outcome {
  readonly cell: CellAddress;
  readonly answer: Answer;
}

/** Asks the cells that may know, in turn. An answer that says "not mine" is asked for again, at most once. */
async function ask(parts: Parts, question: Question): Promise<Outcome> {
  const known = await parts.lookups.listCells();
  const { key, found } = await findFirst(parts.lookups, question.choice.keys);
  const candidates = found
    ? found.cells.flatMap((name) => known.find((cell) => cell.name === name) ?? [])
    : listOthers(parts.cells, known, question);
  const outcome = await askInTurn(parts, question, candidates, found !== undefined);
  if (!key || !found || !isDoubtful(outcome.answer, found)) return outcome;
  const fresh = await parts.lookups.refresh(key).catch(() => undefined);
  const elsewhere = fresh?.cells.find((name) => !found.cells.includes(name));
  const owner = known.find(({ name }) => name === elsewhere);
  if (!owner || !isReplayable(question.body)) return rejectMisdirected(outcome);
  await outcome.answer.body.dump();
  return rejectMisdirected(await askInTurn(parts, question, [owner], true));
}

/** No cell owns the workspace, or not yet: clients come back. */
async function rejectMisdirected(outcome: Outcome): Promise<Outcome> {
  if (!isMisdirected(outcome.answer)) return outcome;
  await outcome.answer.body.dump();
  throw new CellUnavailable('no cell owns the workspace', true);
}

async function findFirst(
  lookups: Lookups,
  keys: readonly Key[],
): Promise<{ key?: Key; found?: LookupAnswer }> {
  for (const key of keys) {
    const found = await lookups.find(key);
    if (found) return { key, found };
  }
  return {};
}

/** Cells for what no key decides. Those that failed a moment ago come last. */
function listOthers(
  cells: Cells,
  known: readonly CellAddress[],
  { choice, request }: Question,
): CellAddress[] {
  const usable = [...known].sort((a, b) => Number(cells.isFailing(a)) - Number(cells.isFailing(b)));
  if (choice.otherwise === 'open') {
    const place = choosePlace(
      usable.filter((cell) => !cells.isFailing(cell)),
      choice.region,
    );
    return place ? [place] : [];
  }
  const last = choice.cell ?? findCookie(request.headers, hintCookie);
  return [...usable.filter(({ name }) => name === last), ...usable.filter(({ name }) => name !== last)];
}

async function askInTurn(
  { cells }: Parts,
  { choice, request, body, signal }: Question,
  candidates: readonly CellAddress[],
  isKnown: boolean,
): Promise<Outcome> {
  let failure: CellUnavailable | undefined;
  let refusal: Outcome | undefined;
  for (const [index, cell] of candidates.entries()) {
    const isLast = index === candidates.length - 1 || !isReplayable(body);
    try {
      const outcome = { cell, answer: await cells.send(cell, request, body, signal) };
      if (!isRefusal(choice, outcome.answer, isKnown)) return await replace(refusal, outcome);
      // "Not mine" says less than what the owner says.
      refusal =
        refusal && isMisdirected(outcome.answer)
          ? await replace(outcome, refusal)
          : await replace(refusal, outcome);
      // The cell that did not answer may be the one that knows.
      if (isLast && !failure) return refusal;
    } catch (error) {
      if (!(error instanceof CellUnavailable)) throw error;
      failure = error;
      // A known cell that is down has the workspace nonetheless; and a request that was sent may have had its effect.
      const canRepeat = error.isUnsent || request.method === 'GET' || request.method === 'HEAD';
      if (isLast || !canRepeat || (isKnown && candidates.length === 1)) break;
    }
  }
  await refusal?.answer.body.dump();
  throw failure ?? new CellUnavailable('there is no such cell', true);
}

async function replace(former: Outcome | undefined, outcome: Outcome): Promise<Outcome> {
  await former?.answer.body.dump();
  return outcome;
}

/** Whether the next cell is asked as well. */
function isRefusal(
  { otherwise, cells, unknownStatus = 404 }: Choice,
  { statusCode }: Answer,
  isKnown: boolean,
): boolean {
  if (isKnown) return cells === 'all' || (cells === 'first' && [401, 404, 421, 422].includes(statusCode));
  return otherwise === 'every' && statusCode === unknownStatus;
}

/** Answers of a cell that may no longer have what it was asked for. One that was looked up just now is believed. */
function isDoubtful(answer: Answer, { askedAtMs }: LookupAnswer): boolean {
  const { statusCode } = answer;
  if (isMisdirected(answer)) return true;
  return (statusCode === 401 || statusCode === 404) && Date.now() - askedAtMs > believedMs;
}

const isMisdirected = ({ statusCode, headers }: Answer): boolean =>
  statusCode === 421 && headers['x-daybook-misdirected'] !== undefined;

const believedMs = 1_000;

const isReplayable = (body: Body): boolean => body === null || Buffer.isBuffer(body);

function pass(
  { config }: Parts,
  { isSticky }: Choice,
  reply: FastifyReply,
  { cell, answer }: Outcome,
): FastifyReply {
  const headers = dropConnectionHeaders(answer.headers);
  if (isSticky && answer.statusCode < 400) {
    const secure = config.publicUrl.startsWith('https:') ? '; Secure' : '';
    const hint = `${hintCookie}=${cell.name}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${secure}`;
    headers['set-cookie'] = [...[headers['set-cookie'] ?? []].flat(), hint];
  }
  return reply.status(answer.statusCode).headers(headers).send(answer.body);
}

/** In which cell somebody last signed in: where a sign-in without an address begins. */
const hintCookie = 'daybook_cell';
