import { z } from 'zod';
import { streamed } from './envelopes.ts';
import { declareRoute, tags } from './route.ts';
import { anyToken } from './scopes.ts';

/** What to read again, as it happens: additions section 3. */

export const liveEvent = z
  .object({
    tag: z
      .enum([...tags, '*'])
      .meta({ description: 'The group of operations to call again; `*`: all of them' }),
    operation: z
      .string()
      .optional()
      .meta({ description: 'The operation, where it is a single one of the group' }),
    id: z.string().optional().meta({ description: 'What it is about, where it is a single thing' }),
  })
  .meta({ id: 'LiveEvent' });

export const streamChanges = declareRoute({
  method: 'GET',
  path: '/live',
  origin: 'ours',
  tag: 'Live',
  summary: 'Stream changes',
  description: [
    'Server-sent events, each with `{ tag, operation?, id? }` as data: what to read again, and never its content. Only what the',
    'caller may read appears. `Last-Event-ID` resumes after an interruption; when too much was missed, `{ "tag": "*" }` says',
    'to read everything again. A comment every 25 s keeps the connection open. The stream ends with the session or token. One',
    'user may have 5 of them; more are a 429.',
  ].join(' '),
  access: anyToken,
  returns: streamed('text/event-stream'),
});
