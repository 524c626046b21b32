import type { Answer, TestApp } from './harness.ts';

// oxlint-disable-next-line no-explicit-any -- as it came over the wire; tests assert what matters
type Wire = any;

let next = 0;
let polls = 0;
export const createEmail = (): string => `votes${(next += 1)}@okafor.example`;

/** Each poll has days of its own: from 8 February 2027 on, at 10:00 and 14:00 in Berlin. */
export function createTimes(): [string, string, string] {
  const number = (polls += 1);
  // Monday or Wednesday, and the day after it: hosts work on both.
  const days = Math.floor(number / 2) * 7 + (number % 2) * 2;
  const day = new Date(Date.UTC(2027, 1, 8) + days * 86_400_000);
  const on = (plus: number, clock: string) =>
    `${new Date(day.getTime() + plus * 86_400_000).toISOString().slice(0, 10)}T${clock}:00Z`;
  return [on(0, '09:00'), on(0, '13:00'), on(1, '09:00')];
}

export async function createPoll(app: TestApp, page: { uuid: string }, fields: object = {}): Promise<Wire> {
  const { status, body } = await app.post('/polls', {
    eventTypeUuid: page.uuid,
    title: 'Catalogue',
    times: createTimes(),
    ...fields,
  });
  if (status !== 201) throw new Error(`No poll: ${JSON.stringify(body)}`);
  return body.resource;
}

export const getVotesPath = ({ url }: { url: string }): string =>
  `${new URL(url).pathname.replace('/bookings/polls/', '/public/polls/')}/votes`;

/** Says yes to the first time, unless other answers are given. */
export function castVote(app: TestApp, poll: Wire, fields: object = {}): Promise<Answer> {
  return app.post(getVotesPath(poll), {
    name: 'Ines Okafor',
    email: createEmail(),
    timeZone: 'Europe/Berlin',
    answers: [{ startTime: poll.times[0].startTime, answer: 'yes' }],
    ...fields,
  });
}
