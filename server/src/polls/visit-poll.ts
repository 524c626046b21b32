import type { publicPoll, castVote as castVoteShape } from '@daybook/contract/public-polls';
import type { z } from 'zod';
import type { Ctx, Runtime } from '../platform/context.ts';
import { notFound } from '../platform/problems.ts';
import { openSignedReference, type Reference } from '../platform/sealed-reference.ts';
import { pollPurpose, buildPollUrl } from '../platform/urls.ts';
import { loadPoll } from './access.ts';
import { findBranding } from './branding.store.ts';
import { listVotes, type PollRow, type VoteRow } from './store.ts';
import { serializePublicPoll, type PollBranding } from './view.ts';
import { findOwnVote, signVoteToken } from './vote.ts';

/** What the link to a poll names. The link is the permission. */
export function loadReference({ secrets }: Pick<Runtime, 'secrets'>, token: string): Reference {
  const reference = openSignedReference(secrets, pollPurpose, token);
  if (!reference) throw notFound('Poll');
  return reference;
}

export interface VisitedPoll {
  readonly poll: PollRow;
  readonly looks: PollBranding & {
    readonly timezone: string;
    readonly language: string;
    readonly hidesBrand: boolean;
  };
  readonly votes: readonly VoteRow[];
  /** That of the visitor. */
  readonly own: VoteRow | undefined;
}

export async function loadVisitedPoll(
  ctx: Ctx,
  id: string,
  voteToken: string | undefined,
): Promise<VisitedPoll> {
  const poll = await loadPoll(ctx, id);
  const votes = await listVotes(ctx, [id]);
  const looks = await findBranding(ctx, poll);
  return { poll, looks, votes, own: findOwnVote(ctx, votes, voteToken) };
}

export async function readPublicPoll(
  ctx: Ctx,
  id: string,
  voteToken: string | undefined,
): Promise<z.output<typeof publicPoll>> {
  const { poll, looks, votes, own } = await loadVisitedPoll(ctx, id, voteToken);
  return serializePublicPoll(ctx, poll, looks, votes, own);
}

export function serializeCastVote(ctx: Ctx, pollId: string, voteId: string): z.output<typeof castVoteShape> {
  const voteToken = signVoteToken(ctx, voteId);
  return { voteToken, url: `${buildPollUrl(ctx, pollId)}?vote=${voteToken}` };
}
