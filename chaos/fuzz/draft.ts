import type { AnyRoute } from '@daybook/contract/route';
import type { Request } from '../../server/test/operations.ts';
import type { Draft } from './mutate.ts';
import type { Random } from './random.ts';
import type { FuzzRequest } from './send.ts';
import { generateValue, type Schema, type Source } from './values.ts';

/** A request to start from: one of those `known` to be right, or a new one from the contract. */
export function buildBaseRequest(route: AnyRoute, known: readonly Request[], source: Source): Request {
  const { random, harvest } = source;
  const right = random.pick(known) ?? {};
  if (known.length > 0 && random.chance(0.6)) return right;
  const wanted = random.next() / 2;
  const query = Object.entries(route.query.shape as Record<string, Schema>)
    .filter(() => random.chance(wanted))
    .map(([key, schema]) => [key, textOf(generateValue(schema, key, source))]);
  const example = route.examples.body;
  const body =
    example !== undefined && random.chance(0.2)
      ? example
      : route.body && generateValue(route.body, '', source);
  return {
    params: random.chance(0.5) && right.params ? right.params : harvest.params(route, random),
    query: Object.fromEntries(query) as Record<string, string>,
    ...(route.takes ? { file: fileOf(route.takes, random) } : { body: withoutLock(body) as object }),
  };
}

/** A second factor that everybody must have would end the run: no token could do anything. */
function withoutLock(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { requireSecondFactor: _, ...rest } = body as Record<string, unknown>;
  return Array.isArray(body) ? body : rest;
}

const files = [
  'Name\nOne\n',
  'Name,Name\n"a\nb",c\n',
  '"',
  '',
  'a;b\n1;2;3\n',
  '\uFEFFEmails\nx@y.example\n',
  '\0',
] as const;

function fileOf(types: readonly string[], random: Random): NonNullable<Request['file']> {
  return { type: random.pick(types) ?? 'text/csv', text: random.pick(files) };
}

const textOf = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The draft as a request to start from. */
export function toRequest({ params, query, body }: Draft): Request {
  return {
    params,
    query: Object.fromEntries(query),
    ...(typeof body === 'object' && body !== null && { body }),
  };
}

/** The draft as it goes over the wire. */
export function toSent(route: AnyRoute, draft: Draft, who: Record<string, string>): FuzzRequest {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeText(draft.params[name] ?? 'none'),
  );
  const query = draft.query.map(([key, value]) => `${encodeText(key)}=${encodeText(value)}`).join('&');
  const isBare = draft.method === 'GET' || draft.method === 'HEAD' || draft.method === 'TRACE';
  const body = draft.text ?? (draft.body === undefined ? undefined : JSON.stringify(draft.body));
  return {
    method: draft.method,
    path: `/v2${path}${query && `?${query}`}`,
    headers: { ...who, ...draft.headers },
    ...(body !== undefined && !isBare && { body }),
  };
}

/** Half of a character can't be encoded, so its bytes are. */
export const encodeText = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\u0001')).replaceAll('%01', '%ED%A0%80');
