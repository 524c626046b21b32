import type { Result } from '@daybook/client';
import { clockIn, dayText, wallAt } from '../platform/time.ts';

type Poll = Result<'readPoll'>;
type Answer = Poll['votes'][number]['answers'][number]['answer'];

/** `Tuesday, 17 November, 09:30` */
export function momentText(instant: string): string {
  const { day, clock } = wallAt(instant);
  return `${dayText(day)}, ${clockIn(clock)}`;
}

/** Who said what to a time. */
export function namesBy({ votes }: Pick<Poll, 'votes'>, startTime: string): Record<Answer, string[]> {
  const saying = (wanted: Answer): string[] =>
    votes
      .filter(({ answers }) => answers.some((each) => each.startTime === startTime && each.answer === wanted))
      .map(({ name }) => name);
  return { yes: saying('yes'), if_needed: saying('if_needed'), no: saying('no') };
}
