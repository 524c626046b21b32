import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import { generateUuid } from '../platform/ids.ts';
import { buildImageUrl } from '../platform/urls.ts';
import { getZone } from '../platform/zones.ts';
import { findPolls, listVotes, type PollRow, type VoteRow } from '../polls/public.ts';
import type { Content } from './compose.ts';
import { formatTimeRange, createReader, formatZone } from './dates.ts';
import { neutralizeName } from './neutralize.ts';
import { pollWordsIn } from './poll.words.ts';
import { findPollPages, type PollPage } from './polls.store.ts';
import { renderHtml, renderText, type Message } from './render.ts';
import { enqueueSending } from './send.jobs.ts';
import { insertMessages, type NewMessage } from './store.ts';
import { wordsIn } from './words.ts';

/** To those who voted and are not invited: which time was picked, or that none was. Whoever is invited gets the mail of a booking. */
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
  const pages = await findPollPages(
    ctx,
    polls.map((poll) => poll.event_type_id),
  );
  const messages = votes.flatMap((vote): NewMessage[] => {
    const poll = polls.find(({ id }) => id === vote.poll_id);
    const page = poll && pages.get(poll.event_type_id);
    if (!poll || !page || vote.invitee_id !== null) return [];
    return [
      {
        id: generateUuid(),
        dedupe_key: `poll ${vote.id} closed`,
        kind: 'poll',
        event_id: vote.id,
        member_id: null,
        to_email: vote.email,
        content_sealed: ctx.secrets.seal(JSON.stringify(contentOf(ctx, poll, vote, page))),
      },
    ];
  });
  await enqueueSending(ctx, await insertMessages(ctx, messages));
}

function contentOf(ctx: Ctx, poll: PollRow, vote: VoteRow, page: PollPage): Content {
  const reader = createReader(vote.language);
  const { labels, greeting, footer } = wordsIn[reader.language];
  const words = pollWordsIn[reader.language];
  const { chosen_start: start } = poll;
  const zone = getZone(vote.timezone);
  const name = neutralizeName(vote.name);
  const [heading, next] =
    start === null ? [words.cancelled, words.cancelledNext] : [words.decided, words.decidedNext];
  const when =
    start === null
      ? undefined
      : `${formatTimeRange(reader, zone, start, start + poll.duration)}\n${formatZone(zone, start)}`;
  const letter: Message = {
    language: reader.language,
    organization: page.organization,
    logoUrl: buildImageUrl(ctx, page.logo),
    color: page.color,
    heading,
    greeting: greeting(name),
    facts: [
      { label: labels.what, value: poll.title },
      ...(when === undefined ? [] : [{ label: labels.when, value: when }]),
      { label: words.next, value: next },
    ],
    actions: [],
    footer: footer(page.organization),
  };
  return {
    from: page.organization,
    to: { name, email: vote.email },
    replyTo: null,
    subject: `${heading}: ${poll.title}`,
    text: renderText(letter),
    html: renderHtml(letter),
    invitation: null,
  };
}
