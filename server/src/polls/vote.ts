import type { voteInPoll as voteRoute } from '@daybook/contract/public-polls';
import type { Input } from '@daybook/contract/route';
import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { conflict, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { openSignedReference, signReference } from '../platform/sealed-reference.ts';
import {
  checkCode,
  countMail,
  findPageDetails,
  isBlocked,
  isCodeNeeded,
  sendCode,
  type Confirmation,
} from '../scheduled-events/public.ts';
import { loadPoll } from './access.ts';
import { pollVoted } from './events.ts';
import { toAnswers, maxVoters, validateAnswers, findVoteProblem } from './rules.ts';
import { insertVote, listVotes, lockPoll, updateVote, type PollRow, type VoteRow } from './store.ts';

export type Ballot = Input<typeof voteRoute>['body'];

/** By a token that only this installation can make. */
const votePurpose = 'poll vote';

export function signVoteToken({ secrets, workspaceId }: Ctx, id: string): string {
  return signReference(secrets, votePurpose, { workspaceId, id });
}

/** The vote that a token opens, of one poll. */
export function findOwnVote(
  { secrets, workspaceId }: Ctx,
  votes: readonly VoteRow[],
  token: string | undefined,
): VoteRow | undefined {
  const reference = token === undefined ? undefined : openSignedReference(secrets, votePurpose, token);
  return reference?.workspaceId === workspaceId ? votes.find(({ id }) => id === reference.id) : undefined;
}

/**
 * Writes a vote, or changes it for a voter who has its token or proves that its address is theirs. The poll is locked, so that an address has
 * one vote and none comes after the end. Answers with a code to be sent back where the address must be confirmed.
 */
export async function castVote(
  ctx: Ctx,
  pollId: string,
  ballot: Ballot,
): Promise<{ readonly voteId: string } | { readonly confirmation: Confirmation }> {
  await lockPoll(ctx, pollId);
  const poll = await loadPoll(ctx, pollId);
  rejectClosed(ctx, poll);
  const votes = await listVotes(ctx, [pollId]);
  throwIfInvalid(await validateOn(ctx, poll, votes, ballot));
  const own = findOwnVote(ctx, votes, ballot.voteToken);
  if (own) return write(ctx, poll, own, ballot, own.email_confirmed);
  const before = votes.find(({ email }) => email.toLowerCase() === ballot.email.toLowerCase());
  const page = { facts: { id: poll.event_type_id }, details: await findPageDetails(ctx, poll.event_type_id) };
  const isConfirmed = await checkCode(ctx, page, ballot);
  if (!isConfirmed && (before || (await isCodeNeeded(ctx, page, ballot.email)))) {
    return { confirmation: await sendCode(ctx, page, ballot) };
  }
  if (!before && votes.length >= maxVoters)
    throw conflict('This poll has reached its maximum number of votes.');
  // What a host decides later is mailed to them: counted here, where a visitor names the address.
  if (!before && !isConfirmed) await countMail(ctx, poll.event_type_id, [ballot.email]);
  return write(ctx, poll, before, ballot, isConfirmed);
}

/** The errors that voting would answer with. */
export async function validateBallot(
  ctx: Ctx,
  pollId: string,
  ballot: Partial<Ballot>,
): Promise<FieldErrors> {
  const poll = await loadPoll(ctx, pollId);
  rejectClosed(ctx, poll);
  return validateOn(ctx, poll, await listVotes(ctx, [pollId]), ballot);
}

function rejectClosed(ctx: Ctx, poll: PollRow): void {
  const whyNot = findVoteProblem(poll, ctx.now);
  if (whyNot) throw conflict(whyNot);
}

async function validateOn(
  ctx: Ctx,
  poll: PollRow,
  votes: readonly VoteRow[],
  { answers, email, voteToken }: Partial<Ballot>,
): Promise<FieldErrors> {
  const own = findOwnVote(ctx, votes, voteToken);
  const { blockedAddresses } = await findPageDetails(ctx, poll.event_type_id);
  return {
    ...validateAnswers(poll, answers),
    ...(voteToken !== undefined && !own && { voteToken: ['Must be the token of a vote in this poll.'] }),
    ...(email !== undefined &&
      isBlocked(email, blockedAddresses) && { email: ['Votes from this email address aren’t accepted.'] }),
    ...(email !== undefined &&
      own &&
      own.email.toLowerCase() !== email.toLowerCase() && {
        email: ['You can’t change the email address of a vote.'],
      }),
  };
}

async function write(
  ctx: Ctx,
  poll: PollRow,
  before: VoteRow | undefined,
  ballot: Ballot,
  isConfirmed: boolean,
): Promise<{ readonly voteId: string }> {
  const vote = {
    // Once the address is proved to be someone's, the token of an earlier voter with that address opens nothing.
    id: before && (before.email_confirmed || !isConfirmed) ? before.id : generateUuid(),
    name: ballot.name,
    email_confirmed: isConfirmed,
    timezone: ballot.timeZone,
    language: ballot.language ?? before?.language ?? 'en',
    answers: toAnswers(poll, ballot.answers),
  };
  if (before) await updateVote(ctx, before.id, vote);
  else await insertVote(ctx, { ...vote, poll_id: poll.id, email: ballot.email });
  await ctx.publish(pollVoted, { pollId: poll.id, voteId: vote.id });
  return { voteId: vote.id };
}
