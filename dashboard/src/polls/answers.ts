import type { Result } from '@daybook/client';

type Poll = Result<'readPoll'>;
type Answer = Poll['votes'][number]['answers'][number]['answer'];

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
