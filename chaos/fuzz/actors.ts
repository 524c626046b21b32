import { scopes, type Scope } from '@daybook/contract/scopes';
import type { Random } from './random.ts';
import { sendFuzz } from './send.ts';

/** Who sends requests: tokens of each role, sessions, and nobody. One that was signed out meanwhile is replaced. */
export interface Actors {
  /** The headers with which somebody identifies. */
  pick(isForSessions: boolean, random: Random): Promise<Record<string, string>>;
  /** Somebody's request was answered with 401. */
  replace(headers: Record<string, string>): void;
  /** Ids that requests must leave alone. */
  readonly kept: ReadonlySet<string>;
}

type Role = 'owner' | 'admin' | 'user' | 'reader' | 'session';

const granted: Record<Exclude<Role, 'owner' | 'session'>, readonly Scope[]> = {
  admin: scopes,
  user: scopes.filter((scope) => scope !== 'admin:full'),
  reader: scopes.filter((scope) => scope.endsWith(':read')),
};

const maxReplaced = 40;

export async function createActors(url: string, ownerToken: string): Promise<Actors> {
  const owner = { authorization: `Bearer ${ownerToken}` };
  let count = 0;
  const call = async (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = owner,
  ) => {
    const json = body && { body: JSON.stringify(body) };
    const type = { 'content-type': 'application/json' };
    const answer = await sendFuzz(url, {
      method,
      path: `/v2${path}`,
      headers: { ...headers, ...type },
      ...json,
    });
    if (typeof answer === 'string' || answer.status >= 300)
      throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return JSON.parse(answer.text) as Record<string, never>;
  };
  const create = async (role: Exclude<Role, 'owner'>): Promise<Record<string, string>> => {
    const email = `fuzzer${(count += 1)}@juniper.example`;
    const password = 'seven quiet herons and a lake';
    const as = role === 'user' || role === 'reader' ? 'user' : 'admin';
    await call('POST', '/organizations/users', {
      email,
      firstName: 'Fay',
      lastName: 'Zimmer',
      role: as,
      password,
    });
    if (role !== 'session') {
      const { token } = await call('POST', '/tokens', {
        name: 'fuzz',
        scopes: granted[role],
        userEmail: email,
      });
      return { authorization: `Bearer ${String(token)}` };
    }
    const body = JSON.stringify({ email, password });
    const answer = await cookieOf(url, body);
    return { cookie: answer };
  };
  const actors: Record<Role, Record<string, string>> = {
    owner,
    admin: await create('admin'),
    user: await create('user'),
    reader: await create('reader'),
    session: await create('session'),
  };
  const lost = new Set<Role>();
  const kept = new Set<string>();
  const { resource: self } = (await call('GET', '/session')) as { resource?: { uuid: string } };
  if (self) kept.add(self.uuid);
  const { collection = [] } = (await call('GET', '/tokens?scope=all&count=100')) as {
    collection?: { uuid: string }[];
  };
  for (const { uuid } of collection) kept.add(uuid);
  const roles = ['owner', 'owner', 'owner', 'owner', 'admin', 'user', 'reader'] as const;
  return {
    kept,
    async pick(isForSessions, random) {
      if (random.chance(0.03)) return {};
      const role = isForSessions || random.chance(0.05) ? 'session' : random.pick(roles);
      if (lost.delete(role) && role !== 'owner' && count < maxReplaced)
        actors[role] = await create(role).catch(() => actors[role]);
      return actors[role];
    },
    replace(headers) {
      for (const [role, known] of Object.entries(actors)) if (known === headers) lost.add(role as Role);
    },
  };
}

async function cookieOf(url: string, body: string): Promise<string> {
  // oxlint-disable-next-line no-restricted-globals -- not the server: this is its caller
  const response = await fetch(`${url}/v2/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return response.headers
    .getSetCookie()
    .map((text) => text.split(';', 1)[0])
    .join('; ');
}
