import { z } from 'zod';
import { defineEvent } from '../platform/events.ts';

/** A transaction that publishes about a poll locks its row, so that its stream is in the order in which things happened. */
const streamOf = ({ pollId }: { readonly pollId: string }): string => pollId;

/** Somebody voted, or changed their vote. */
export const pollVoted = defineEvent(
  'poll.voted',
  z.object({ pollId: z.string(), voteId: z.string() }),
  streamOf,
);

/** Finalised, cancelled or expired: once, whatever happens at the same time. */
export const pollClosed = defineEvent('poll.closed', z.object({ pollId: z.string() }), streamOf);
