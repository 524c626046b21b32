import type { AnyRoute } from '@daybook/contract/route';
import { explainDeniedCall } from '@daybook/contract/permissions';
import { expandScopes, scopes, type Scope } from '@daybook/contract/scopes';
import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useReceiver } from '../../src/webhooks/delivery/test-receiver.ts';
import { fixedClock } from '../booking.ts';
import { withToken, useApp, type Answer } from '../harness.ts';
import { createNeighbour } from '../neighbour.ts';
import { operations, requests, sendRequest, createWorld, type Request, type World } from '../operations.ts';
import { listIdFields, kinds, noReferences, references, type Kind } from '../references.ts';

/**
 * What a workspace gets for ids that are not its own, by operation and field: the same bytes as for ids that nobody has.
 * `npm run walls` does all of it with each of the two walls taken down in turn.
 */

const owned = operations.filter(([, { returns }]) => returns.media !== 'text/event-stream');
/** Paths that name nothing of a workspace. */
const namesNothing = new Set(['confirmFirstStep', 'connectPaymentProvider', 'disconnectPaymentProvider']);
const named = owned.filter(([name, { path }]) => path.includes('{') && !namesNothing.has(name));
const referring = owned.flatMap(([name, route]) =>
  Object.entries(references[name] ?? {}).map(
    ([field, reference]) => [name, field, reference, route] as const,
  ),
);

describe('every operation', () => {
  test.each(owned)('%s: each field that looks like an id is declared', (name, route) => {
    const declared = new Set([...Object.keys(references[name] ?? {}), ...(noReferences[name] ?? [])]);
    expect(listIdFields(route).filter((field) => !declared.has(field))).toEqual([]);
  });
});

describe('what another workspace has', () => {
  const app = useApp({ clock: fixedClock, config: { outboundAllow: ['127.0.0.0/8'] } });
  const receiver = useReceiver();
  let theirs: World;
  let ours: World;
  let token: string;
  let user: string;

  beforeAll(async () => {
    theirs = createWorld(app, receiver.url);
    token = (await createNeighbour(app.runtime)).token;
    const fern = withToken(app, token);
    const { slug, email } = (await fern.get('/session')).body.resource;
    ours = createWorld(fern, receiver.url, { owner: { token, slug, email } });
    const { email: colleague } = await ours.user();
    const granted = scopes.filter((scope) => scope !== 'admin:full');
    user = (await fern.post('/tokens', { name: 'user', scopes: granted, userEmail: colleague })).body.token;
  });

  const made = new Map<string, Promise<unknown>>();
  const once = <T>(key: string, world: World, make: () => T | Promise<T>): Promise<T> => {
    const known = (made.get(`${key} ${world.domain}`) ?? Promise.resolve(make())) as Promise<T>;
    made.set(`${key} ${world.domain}`, known);
    return known;
  };
  /** Most requests here are refused, and leave what they are about as it is. */
  const requestOf = (name: string, world: World): Promise<Request> =>
    once(name, world, () => requests[name]?.(world) ?? {});
  const idOf = (kind: Kind, world: World): Promise<string> =>
    once(`the ${kind}`, world, () => kinds[kind](world));

  /** Sends both, and demands that the answers do not tell which of the two exists. */
  const alike = async (route: AnyRoute, foreign: Request, unknown: Request, as = token): Promise<number> => {
    const first = await sendRequest(app, route, foreign, { token: as });
    const second = await sendRequest(app, route, unknown, { token: as });
    expect(comparable(first, foreign)).toEqual(comparable(second, unknown));
    return first.status;
  };

  test.each(named)(
    '%s: an id of another workspace is as unknown as one that nobody has',
    async (name, route) => {
      const foreign = await requestOf(name, theirs);
      const unknown = { ...foreign, params: scrambled(foreign.params) };
      expect(await alike(route, foreign, unknown)).toBe(404);
      const granted = expandScopes(scopes.filter((scope) => scope !== 'admin:full'));
      const isRefused = explainDeniedCall(route, { kind: 'token', role: 'user', scopes: granted });
      expect(await alike(route, foreign, unknown, user)).toBe(isRefused || aboutOthers.has(name) ? 403 : 404);
    },
  );

  const nested = named.filter(([, { path }]) => path.split('{').length > 2);
  test.each(nested)('%s: an id of another workspace under one of our own', async (name, route) => {
    const foreign = await requestOf(name, theirs);
    const own = await requestOf(name, ours);
    const { key: _, ...params } = foreign.params ?? {};
    for (const [param, value] of Object.entries(params)) {
      // Numbers count per workspace: the same one is something else here.
      if (/^\d+$/.test(value)) continue;
      const mixed = (id: string): Request => ({ ...own, params: { ...own.params, [param]: id } });
      expect(await alike(route, mixed(value), mixed(scramble(value))), param).toBe(404);
    }
  });

  // The last change of anything that can be changed is read by its ID alone.
  const ofOneKind = named.filter(([name]) => name !== 'readLastChange');
  test.each(ofOneKind)('%s: an id of another kind of thing is unknown', async (name, route) => {
    const own = await requestOf(name, ours);
    const param = /\{(\w+)\}[^{]*$/.exec(route.path)?.[1] ?? '';
    const others: Kind[] = ['team', 'page', 'schedule', 'event'];
    for (const kind of others) {
      if (isOf(kind, route, param)) continue;
      const request = { ...own, params: { ...own.params, [param]: await idOf(kind, ours) } };
      const { status, body } = await sendRequest(app, route, request, { token });
      expect(status, `${kind} ${JSON.stringify(body)}`).toBe(404);
    }
  });

  test.each(referring)(
    '%s, %s: another workspace’s is as unknown as none',
    async (name, field, [kind, status, beside], route) => {
      const own = await requestOf(name, ours);
      const whole = beside ? { ...own, body: { ...own.body, ...beside } } : own;
      const id = await idOf(kind, theirs);
      expect(await alike(route, withField(whole, field, id), withField(whole, field, scramble(id)))).toBe(
        status,
      );
    },
  );

  const deleting = named.filter(([name, { method }]) => method === 'DELETE' && !(name in kept));
  test.each(deleting)('%s: what it deleted is unknown to every operation', async (name, route) => {
    const { params = {}, ...request } = (await requests[name]?.(ours)) ?? {};
    const { status, body } = await sendRequest(app, route, { params, ...request }, { token });
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    const about = named.filter(([, { path }]) => path === route.path || path.startsWith(`${route.path}/`));
    for (const [other, otherRoute] of about) {
      if (aboutDeleted.has(other)) continue;
      const own = await requestOf(other, ours);
      const again = await sendRequest(
        app,
        otherRoute,
        { ...own, params: { ...own.params, ...params } },
        { token },
      );
      expect(again.status, `${other} ${JSON.stringify(again.body)}`).toBe(404);
    }
  });

  test(
    'every operation takes each scope that it names alone, none of the others, and no token that is revoked or expired',
    { timeout: 180_000 },
    async () => {
      const wrong: string[] = [];
      const tokenWith = async (fields: object): Promise<{ token: string; uuid: string }> => {
        const { body } = await app.post('/tokens', { name: 'x', ...fields }, { token });
        return { token: body.token, uuid: body.resource.uuid };
      };
      const revoked = await tokenWith({ scopes: ['admin:full'] });
      await app.delete(`/tokens/${revoked.uuid}`, undefined, { token });
      const expired = await tokenWith({ scopes: ['admin:full'], expiresAt: '2027-02-01T00:00:00Z' });
      await app.runtime.database.pool.query(
        `update api_token set expires_at = now() - interval '1 minute' where id = $1`,
        [expired.uuid],
      );
      const unknown: Request = { params: new Proxy({}, { get: () => nobodys }) };
      for (const [name, route] of owned) {
        for (const gone of [revoked, expired]) {
          const { status } = await sendRequest(app, route, unknown, { token: gone.token });
          if (status !== 401) wrong.push(`${name} answers ${status} to a token that is not valid`);
        }
      }
      const limited = (granted: readonly Scope[]): Promise<string> =>
        once(granted.join(), ours, async () => (await tokenWith({ scopes: granted })).token);
      for (const [name, route] of owned) {
        const isEnough = (scope: Scope): boolean =>
          !explainDeniedCall(route, { kind: 'token', role: 'owner', scopes: expandScopes([scope]) });
        const enough = scopes.filter(isEnough);
        const others = scopes.filter((scope) => !isEnough(scope));
        for (const granted of [...enough.map((scope) => [scope]), ...(others.length > 0 ? [others] : [])]) {
          const { status, body } = await sendRequest(app, route, unknown, { token: await limited(granted) });
          const isRefused = status === 403 && /scope/.test(JSON.stringify(body));
          if (isRefused !== (granted === others))
            wrong.push(`${name} answers ${status} to ${granted.join()}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});

/** Users may not ask about somebody else at all. */
const aboutOthers = new Set(['readSchedule', 'updateSchedule', 'listOpenBookings']);

const nobodys = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';

/** What these delete stays to be read or brought back. */
const kept: Record<string, string> = {
  unpinRecordNote: 'the note stays',
  deactivateUser: 'a former user stays with their bookings',
  deleteUserAvatar: 'the user stays',
  endUserSessions: 'the user stays',
  deleteTeamAvatar: 'the team stays',
  deleteAppLogo: 'the app stays',
  cancelOutboundCall: 'a cancelled call stays in the list',
  removeFromWaitlist: 'an entry says what became of it until the event begins',
};

/** These are about what was deleted: to bring it back, or to show or erase what is left of a person. */
const aboutDeleted = new Set<string>(['restoreObject', 'restoreRecord', 'exportPerson', 'erasePerson']);

/** Status and body without what is different each time, and without the ids that were sent. */
function comparable({ status, body, headers }: Answer, sent: Request): object {
  const ids = Object.values(idsIn(sent)).sort((a, b) => b.length - a.length);
  // A short id may be part of a word by chance: only whole words count.
  const whole = (id: string): RegExp =>
    new RegExp(`(?<!\\w)${id.replaceAll(/\W/g, String.raw`\$&`)}(?!\\w)`, 'g');
  const plain = (text: string): string => ids.reduce((left, id) => left.replaceAll(whole(id), '(id)'), text);
  const { date: _, 'x-request-id': __, 'content-length': ___, ...others } = headers;
  return {
    status,
    body: plain(JSON.stringify(body)).replaceAll(/"error_id":"[^"]*"/g, '"error_id"'),
    headers: JSON.parse(plain(JSON.stringify(others))) as object,
  };
}

function idsIn(sent: unknown): string[] {
  if (typeof sent === 'string') return sent.length > 3 ? [sent] : [];
  if (typeof sent !== 'object' || sent === null || Buffer.isBuffer(sent)) return [];
  return Object.values(sent).flatMap(idsIn);
}

function scrambled(params: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, scramble(value)]));
}

/** Another id of the same form and length, which nobody has. */
function scramble(id: string): string {
  const other = id.replace(/^(dbk-)?(.*?)(@.*)?$/s, (_, prefix = '', middle = '', domain = '') => {
    const letters = String(middle).replaceAll(/[a-z]/g, () => 'abcdef'.charAt(randomInt(6)));
    return `${prefix}${letters.replaceAll(/[A-Z]/g, () => 'ABCDEF'.charAt(randomInt(6))).replaceAll(/[1-9]/g, () => String(randomInt(1, 10)))}${domain}`;
  });
  return other === id ? scramble(id) : other;
}

/** Whether an id of the kind is what a parameter names. */
function isOf(kind: Kind, { path }: AnyRoute, param: string): boolean {
  const nouns: Partial<Record<Kind, RegExp>> = {
    team: /^\/teams\//,
    page: /^\/event-types\//,
    schedule: /^\/schedules\//,
    event: /^\/(?:scheduled-events|notes\/event)\//,
  };
  return nouns[kind]?.test(path.slice(0, path.indexOf(`{${param}}`))) ?? false;
}

/** `body.hosts.0.email` of a request becomes the value; a list gets it as its only item. */
function withField(request: Request, field: string, value: string): Request {
  const copy = structuredClone(request) as Record<string, unknown>;
  const path = field.split('.');
  let at = copy;
  for (const [index, name] of path.entries()) {
    const next = path[index + 1];
    if (next === undefined) at[name] = value;
    else at[name] = next === '0' ? [{}] : typeof at[name] === 'object' ? at[name] : {};
    at = at[name] as Record<string, unknown>;
  }
  return copy as Request;
}
