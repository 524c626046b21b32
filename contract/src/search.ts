import { z } from 'zod';
import { ok } from './envelopes.ts';
import { timestamp } from './fields.ts';
import { declareRoute } from './route.ts';
import { anyToken } from './scopes.ts';

/** Search over everything that the caller may read. Additions 3. */

/** Each kind with the word for several of it, which is understood as well. */
export const searchKinds = {
  person: 'people',
  company: 'companies',
  record: 'records',
  event: 'events',
  page: 'pages',
  user: 'users',
} as const;

export type SearchKind = keyof typeof searchKinds;

const kindNames = Object.keys(searchKinds) as SearchKind[];
const kindOf = (name: string): SearchKind | undefined =>
  kindNames.find((kind) => kind === name || searchKinds[kind] === name);

/** The most results of one search. */
export const maxResults = 20;

export const searchResult = z
  .object({
    kind: z.enum(kindNames),
    id: z.string(),
    title: z.string().meta({ example: 'Ines Okafor' }),
    subtitle: z.string().meta({ example: 'ines@okafor.example' }),
    startTime: timestamp.nullable().meta({ description: 'When an event starts; null for everything else' }),
    url: z.string().meta({
      description: 'Its address in the dashboard',
      example: '/app/records/people/0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d',
    }),
  })
  .meta({ id: 'SearchResult' });

const kinds = z
  .string()
  .max(200)
  .transform((text) =>
    text
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter(Boolean),
  )
  .refine((names) => names.every(kindOf), {
    message: `Must be some of ${kindNames.join(', ')}, separated by commas.`,
  })
  .transform((names) => names.flatMap((name) => kindOf(name) ?? []))
  .meta({ type: 'string', example: 'person,event' });

export const search = declareRoute({
  method: 'GET',
  path: '/search',
  origin: 'ours',
  tag: 'Search',
  summary: 'Search people, companies, records, events, pages and users',
  description: `Finds what has every word of \`q\`, in any order, without case and accents: the beginnings of words, of three letters or more any part of them. People are also found by parts of their addresses and by phone numbers, events by title, host and invitee. Answers at most ${maxResults} results, of each kind some, and only what the caller’s scopes, role and permissions let them read.`,
  access: anyToken,
  query: {
    q: z.string().trim().min(1).max(200),
    kinds: kinds.optional(),
  },
  returns: ok('results', z.array(searchResult)),
});
