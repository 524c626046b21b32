import type { Result } from '@daybook/client';
import { formatTime, formatDay, toWallTime } from '../platform/time.ts';

type Poll = Result<'readPoll'>;
type Answer = Poll['votes'][number]['answers'][number]['answer'];

/** `Tuesday, 17 November, 09:30` */
export function formatMoment(instant: string): string {
  const { day, clock } = toWallTime(instant);
  return `${formatDay(day)}, ${formatTime(clock)}`;
}

/** Who said what to a time. */
export function groupNamesByAnswer(
  { votes }: Pick<Poll, 'votes'>,
  startTime: string,
): Record<Answer, string[]> {
  const saying = (wanted: Answer): string[] =>
    votes
      .filter(({ answers }) => answers.some((each) => each.startTime === startTime && each.answer === wanted))
      .map(({ name }) => name);
  return { yes: saying('yes'), if_needed: saying('if_needed'), no: saying('no') };
}
