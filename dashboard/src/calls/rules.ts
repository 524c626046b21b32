import type { Result } from '@daybook/client';
import { omitEmpty, toInstants, type DateClock } from '../platform/address.ts';
import { formatHours, parseHours, weekdays, type Weekday } from '../schedules/rules.ts';
import type { CallSearch } from './search.ts';

/** What the pages about calls decide. Pure, so that Node can test it. */

export type Agent = Result<'readAgent'>;
export type Call = Result<'readOutboundCall'>;
export type CallStatus = Call['status'];
type Hours = NonNullable<Agent['callingHours']>;

/** The request for what the address says. */
export function buildCallQuery({ state, agent, from, to, q }: CallSearch, clock: DateClock) {
  return omitEmpty({ status: state, agent, search: q, ...toInstants(omitEmpty({ from, to }), clock) });
}

export const statusColors = {
  pending: 'sky',
  in_progress: 'warning',
  completed: 'success',
  failed: 'red',
  cancelled: 'gray',
} as const satisfies Record<CallStatus, string>;

/** As the API takes a planned time: in UTC, without an offset. */
export function formatScheduledTime(instant: string): string {
  return new Date(instant).toISOString().slice(0, 19).replace('T', ' ');
}

/** A planned time as an instant. */
export function parseScheduledTime(scheduledTime: string): string {
  return `${scheduledTime.replace(' ', 'T')}Z`;
}

/** Where a call stands: queued, on the phone, between two attempts, or over. */
export function getStage({ status, retryLogs }: Call): 'waiting' | 'calling' | 'between' | 'over' {
  if (status === 'pending') return 'waiting';
  if (status !== 'in_progress') return 'over';
  return retryLogs.at(-1)?.endedAt ? 'between' : 'calling';
}

/** A call can be called off before its first attempt, and between two. */
export function canCancel(call: Call): boolean {
  return ['waiting', 'between'].includes(getStage(call));
}

/** What became of a call, by the rule of `GET /insights/calls`. */
export function getCallResult(call: Call) {
  const { status, callLog } = call;
  if (getStage(call) !== 'over') return 'open';
  if (status === 'cancelled') return 'cancelled';
  return callLog?.eventUuid ? 'booked' : (callLog?.outcome ?? 'not_placed');
}

export type TypedHours = Readonly<Record<Weekday, string>>;

export function formatHourTexts(hours: Agent['callingHours']): TypedHours {
  const texts = weekdays.map((day) => {
    const found = hours?.find((each) => each.day === day);
    return [day, formatHours(found?.timesets ?? [])];
  });
  return Object.fromEntries(texts) as TypedHours;
}

/** Null when every day is empty: any time. Undefined when a day can't be read. */
export function parseTypedHours(typed: TypedHours): Hours | null | undefined {
  const days = weekdays.map((day) => ({ day, read: parseHours(typed[day]) }));
  if (days.some(({ read }) => typeof read === 'string')) return undefined;
  const hours = days.map(({ day, read }) => ({
    day,
    timesets: (read as readonly (readonly [string, string])[]).map(
      ([from, to]) => [from, to] as [string, string],
    ),
  }));
  return hours.every(({ timesets }) => timesets.length === 0) ? null : hours;
}

/** `4:05` */
export function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export interface Turn {
  /** Since the call was answered. */
  readonly atSeconds: number | null;
  readonly speaker: string | null;
  readonly text: string;
}

/** A transcript by turns; `[0:03] Agent: Hello` says when and who. */
export function parseTranscript(transcript: string): Turn[] {
  return transcript
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, minutes, seconds, said = line] = /^\[(\d{1,3}):(\d\d)\]\s+(.*)$/.exec(line) ?? [];
      const [, speaker, text] = /^([^:]{1,40}):\s+(.*)$/.exec(said) ?? [];
      const atSeconds = minutes && seconds ? Number(minutes) * 60 + Number(seconds) : null;
      return speaker && text ? { atSeconds, speaker, text } : { atSeconds, speaker: null, text: said };
    });
}

/** Whether the browser may play it here: the dashboard loads nothing from other sites. */
export function isPlayable(recordingUrl: string, origin: string): boolean {
  return recordingUrl.startsWith(`${origin}/`);
}
