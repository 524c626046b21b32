import { pickNastyValue, pickNastyText, type Tools } from './nasty-values.ts';

/** A request on its way to bytes: `text`, where it is set, is sent instead of the body. */
export interface Draft {
  method: string;
  params: Record<string, string>;
  query: [string, string][];
  body?: unknown;
  text?: string | Buffer;
  headers: Record<string, string | string[]>;
  /** Another route may answer, so that only what holds for every answer is checked. */
  isElsewhere: boolean;
  readonly mutations: string[];
}

type Mutation = (draft: Draft, tools: Tools) => void;

export function mutateDraft(draft: Draft, tools: Tools): void {
  const names = Object.keys(mutations);
  for (let count = 1 + tools.random.below(3); count > 0; count -= 1) {
    const name = tools.random.pick(names) ?? '';
    mutations[name]?.(draft, tools);
    draft.mutations.push(name);
  }
}

/** Every place in a value, as a function that changes what is there; undefined takes it away. */
function placesIn(value: unknown, put: (made: unknown) => void, depth = 0): ((made: unknown) => void)[] {
  if (typeof value !== 'object' || value === null || depth > 8) return [put];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    placesIn(each, (made) => ((value as Record<string, unknown>)[key] = made), depth + 1),
  );
  return [put, ...inner];
}

const replaceOne =
  (make: (tools: Tools) => unknown): Mutation =>
  (draft, tools) => {
    const places = placesIn(draft.body, (made) => (draft.body = made));
    // The whole body is a place as well, and the first.
    const place = tools.random.chance(0.05) ? places[0] : tools.random.pick(places.slice(1));
    place?.(make(tools));
  };

const addKey =
  (keys: readonly string[]): Mutation =>
  (draft, tools) => {
    if (typeof draft.body !== 'object' || draft.body === null) return;
    const key = tools.random.pick(keys) ?? '';
    Object.defineProperty(draft.body, key, {
      value: pickNastyValue(tools),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  };

const withText =
  (change: (json: string, tools: Tools) => string | Buffer): Mutation =>
  (draft, tools) => {
    draft.text = change(JSON.stringify(draft.body) ?? '', tools);
  };

const header =
  (name: string, values: readonly [string, ...string[]]): Mutation =>
  (draft, { random }) => {
    draft.headers[name] = random.pick(values);
  };

const mutations: Record<string, Mutation> = {
  'a value': replaceOne(pickNastyValue),
  'another value': replaceOne(pickNastyValue),
  'a text': replaceOne(pickNastyText),
  'a known id': replaceOne(({ random, harvest }) => harvest.id(random)),
  'a missing value': replaceOne(() => undefined),
  'a key of objects': addKey(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then']),
  'an odd key': addKey(['', ' ', '\0', '\u{D800}', '0', '-1', 'a.b', 'a[b]', '$where', 'x'.repeat(300)]),
  'many keys': (draft, { random }) => {
    draft.body = Object.fromEntries(Array.from({ length: random.pick([999, 1001, 5000]) }, (_, n) => [n, n]));
  },
  'a duplicate key': withText((json) => {
    const [key] = /"(?:[^"\\]|\\.)*"\s*:/.exec(json) ?? ['"a":'];
    return json.replace(/^\{/, `{${key}null,${key}[1],`);
  }),
  'cut JSON': withText((json, { random }) => json.slice(0, random.below(json.length + 1))),
  'more after JSON': withText(
    (json, { random }) => json + random.pick(['}', ' null', '\0', '//', ',', '""']),
  ),
  'odd JSON': withText((json, { random }) =>
    random.pick([
      `\uFEFF${json}`,
      json.replaceAll('"', "'"),
      json.replace(/:(?=.)/, ':1e400,"x":'),
      json.replace(/"[^"]*"\s*\}/, '"\\ud800"}'),
      json.replace(/:/, ':NaN,"x":'),
      json.replace(/:/, `:${'9'.repeat(400)},"x":`),
      `${' '.repeat(50_000)}${json}`,
      `${'['.repeat(2000)}${']'.repeat(2000)}`,
      '',
      '"text"',
      '7',
      'null',
      '[]',
    ]),
  ),
  'invalid UTF-8': withText((json, { random }) =>
    Buffer.concat([Buffer.from(json), Buffer.from(random.pick([[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80]]))]),
  ),
  'too large': (draft, { random }) => {
    if (random.chance(0.1)) draft.text = `{"x":"${'y'.repeat(1_100_000)}"}`;
  },
  'a parameter of the query': (draft, tools) => {
    const at = tools.random.below(draft.query.length || 1);
    const [name = 'page'] = draft.query[at] ?? [];
    draft.query[at] = [name, pickNastyText(tools)];
  },
  'a repeated parameter': (draft, tools) => {
    const [name, value] = tools.random.pick(draft.query) ?? ['page', '1'];
    draft.query.push([name, value], [name, pickNastyText(tools)]);
  },
  'a parameter with brackets': (draft, { random }) => {
    const [name, value] = random.pick(draft.query) ?? ['filter', 'x'];
    const spelled = random.pick([
      '[]',
      '[0]',
      '[x]',
      '[x][y]',
      '[',
      ']',
      '[__proto__]',
      '[][]',
      '[emails][gt]',
    ]);
    draft.query.push([name + spelled, value]);
  },
  'an unknown parameter': (draft, tools) => {
    draft.query.push([
      tools.random.pick(['', 'x', '__proto__', 'sort', 'cursor', 'filter[x]']),
      pickNastyText(tools),
    ]);
  },
  paging: (draft, { random }) => {
    draft.query.push([
      random.pick(['page', 'count', 'per_page']),
      random.pick(['0', '1', '2', '100', '101', '999999999', '999999999999999', '-1', '1.5', 'x', '']),
    ]);
  },
  'a part of the path': (draft, tools) => {
    const name = tools.random.pick(Object.keys(draft.params));
    if (name === undefined) return;
    const value = pickNastyText(tools);
    draft.params[name] = value;
    if (value === '') draft.isElsewhere = true;
  },
  'an id of another kind': (draft, { random, harvest }) => {
    const name = random.pick(Object.keys(draft.params));
    if (name !== undefined) draft.params[name] = harvest.id(random);
  },
  'the content type': header('content-type', [
    'text/plain',
    'application/xml',
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/merge-patch+json',
    'text/csv',
    'image/png',
    'json',
    ';',
    '',
  ]),
  'the content encoding': header('content-encoding', ['gzip', 'br', 'identity', 'x']),
  'the idempotency key': header('idempotency-key', [
    '',
    ' ',
    'a',
    'a',
    'a',
    'x'.repeat(256),
    'é',
    '"quoted"',
  ]),
  'what must match': header('if-match', ['*', '"x"', 'W/"1"', '', '"0", "1"', 'x'.repeat(1000)]),
  'what is known': header('if-none-match', ['*', '"x"', 'W/"1"', '', 'x'.repeat(1000)]),
  'what is accepted': header('accept', ['*/*', 'text/html', 'application/xml;q=0.9', ';;;', 'a/b;q=2', '']),
  'the encoding that is accepted': header('accept-encoding', ['gzip', 'br;q=0', '*;q=0', ',,,', 'x']),
  'the language': header('accept-language', ['de', 'xx-YY', '*', ';q=1', 'x'.repeat(2000), 'en;q=nan']),
  'a range': header('range', ['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'x']),
  'the origin': header('origin', ['null', 'https://elsewhere.example', 'x']),
  'the sender': header('x-forwarded-for', ['127.0.0.1', 'x', '::ffff:1.2.3.4', ',,,']),
  'the last event': header('last-event-id', ['0', '-1', 'x', '999999999999999999999']),
  'the credentials': header('authorization', [
    '',
    'Bearer',
    'Bearer ',
    'Basic eDp4',
    `Bearer ${'x'.repeat(600)}`,
  ]),
  'the cookie': header('cookie', [
    'daybook_session=x',
    'daybook_session=',
    '=',
    ';;',
    `a=${'x'.repeat(2000)}`,
  ]),
  'the method': (draft, { random }) => {
    draft.method = random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE']);
    draft.isElsewhere = true;
  },
};
