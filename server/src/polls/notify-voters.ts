import { findPageBranding, type PageBranding } from '../event-types/public.ts';
import {
  commonWordsIn,
  createReader,
  formatTimeRange,
  formatZone,
  neutralizeName,
  queueNotices,
  type Notice,
} from '../mail/public.ts';
import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import { getZone } from '../platform/zones.ts';
import { pollWordsIn } from './notify-voters.words.ts';
import { findPolls, listVotes, type PollRow, type VoteRow } from './store.ts';

/** To those who voted and are not invited: which time was picked, or that none was. Those who are invited get the email of a booking. */
export async function sendPollClosedEmails(
  ctx: Ctx,
  events: readonly PublishedEvent<{ readonly pollId: string }>[],
): Promise<void> {
  const rows = await findPolls(
    ctx,
    events.map(({ payload }) => payload.pollId),
  );
  // Of one whose times are past, those who voted have seen them pass.
  const polls = rows.filter(({ status }) => status === 'finalised' || status === 'cancelled');
  const votes = await listVotes(
    ctx,
    polls.map(({ id }) => id),
  );
  const pages = await findPageBranding(
    ctx,
    polls.map((poll) => poll.event_type_id),
  );
  const notices = votes.flatMap((vote) => {
    const poll = polls.find(({ id }) => id === vote.poll_id);
    const page = poll && pages.get(poll.event_type_id);
    return !poll || !page || vote.invitee_id !== null ? [] : [noticeOf(poll, vote, page)];
  });
  await queueNotices(ctx, notices);
}

function noticeOf(poll: PollRow, vote: VoteRow, { organization, logo, color }: PageBranding): Notice {
  const reader = createReader(vote.language);
  const { what, when } = commonWordsIn[reader.language];
  const words = pollWordsIn[reader.language];
  const { title, chosen_start: start } = poll;
  const zone = getZone(vote.timezone);
  const [heading, next] =
    start === null ? [words.cancelled, words.cancelledNext] : [words.decided, words.decidedNext];
  const time =
    start === null
      ? undefined
      : `${formatTimeRange(reader, zone, start, start + poll.duration)}\n${formatZone(zone, start)}`;
  return {
    kind: 'poll',
    dedupeKey: `poll ${vote.id} closed`,
    aboutId: vote.id,
    ...{ organization, logo, color, heading },
    language: vote.language,
    to: { name: neutralizeName(vote.name), email: vote.email },
    subject: `${heading}: ${title}`,
    facts: [
      { label: what, value: title },
      ...(time === undefined ? [] : [{ label: when, value: time }]),
      { label: words.next, value: next },
    ],
    actions: [],
  };
}
