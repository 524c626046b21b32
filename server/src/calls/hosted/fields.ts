import { eventId } from '@daybook/contract/fields';
import { z } from 'zod';
import type { HostedDial, HostedEnd } from './platform.ts';

/** What goes to a platform with a call and comes back with its reports. */

/** Fields of a platform that may be missing, or become something else: one of them must not cost the whole report. */
export const text = z.string().nullish().catch(null);
export const quantity = z.number().nullish().catch(null);
export const anything = z.unknown();
export const optionalPart = <T extends z.ZodRawShape>(shape: T) => z.object(shape).nullish().catch(null);

/** For the sentences of an assistant. All are there: a platform may refuse one that names a variable it does not get. */
export function buildVariables(dial: HostedDial): Record<string, string> {
  return {
    ...buildIds(dial),
    fullName: dial.fullName,
    email: dial.email,
    firstMessage: dial.firstMessage ?? '',
    prompt: dial.prompt ?? '',
    additionalData: dial.additionalData ?? '',
  };
}

export function buildIds({ callId, attemptId }: HostedDial): {
  daybookCallId: string;
  daybookAttemptId: string;
} {
  return { daybookCallId: callId, daybookAttemptId: attemptId };
}

const ids = z.object({ daybookCallId: z.uuid(), daybookAttemptId: z.uuid() });

/** Undefined for a call that this server did not place. */
export function parseIds(fields: unknown): { callId: string; attemptId: string } | undefined {
  const { success, data } = ids.safeParse(fields);
  return success ? { callId: data.daybookCallId, attemptId: data.daybookAttemptId } : undefined;
}

const results = z.object({
  eventUuid: eventId.nullish().catch(null),
  callAgainAt: z.iso.datetime({ offset: true }).nullish().catch(null),
  doNotCall: z
    .union([z.boolean(), z.enum(['true', 'false'])])
    .nullish()
    .catch(null),
});

interface Results {
  readonly eventUuid: string | null;
  readonly callAgainAt: Date | undefined;
  readonly isOptOut: boolean;
}

const maxCallAgainMs = 60 * 86_400_000;

/** What the assistant found out, as far as it was told to by these names. */
export function parseResults(fields: unknown, now: Date): Results {
  const { data } = results.safeParse(fields);
  const againAt = data?.callAgainAt == null ? undefined : new Date(data.callAgainAt);
  const aheadMs = againAt ? againAt.getTime() - now.getTime() : 0;
  return {
    eventUuid: data?.eventUuid ?? null,
    callAgainAt: aheadMs > 0 && aheadMs < maxCallAgainMs ? againAt : undefined,
    isOptOut: data?.doNotCall === true || data?.doNotCall === 'true',
  };
}

/** Cuts what is too long for us, and leaves out what would be none for readers of the call. */
export function buildEnd(
  outcome: HostedEnd['outcome'],
  {
    durationSeconds,
    transcript,
    summary,
    recordingUrl,
    error,
    ...rest
  }: Omit<HostedEnd, 'state' | 'outcome'>,
): HostedEnd {
  const seconds = Math.round(durationSeconds ?? -1);
  return {
    state: 'ended',
    outcome,
    ...(seconds >= 0 && seconds <= 86_400 && { durationSeconds: seconds }),
    transcript: cut(transcript, 200_000),
    summary: cut(summary, 10_000),
    recordingUrl: isWebAddress(recordingUrl) ? recordingUrl : null,
    error: cut(error, 1000),
    ...rest,
  };
}

/** PostgreSQL stores no NUL in a text. */
function cut(value: string | null | undefined, length: number): string | null {
  return value?.replaceAll('\0', '').slice(0, length) || null;
}

const webAddress = z.url({ protocol: /^https?$/ }).max(2000);

function isWebAddress(value: string | null | undefined): value is string {
  return webAddress.safeParse(value).success;
}

/** How long a call took, by two times of which one may be missing. */
export function countSecondsBetween(
  from: string | null | undefined,
  to: string | null | undefined,
): number | null {
  const seconds = (Date.parse(to ?? '') - Date.parse(from ?? '')) / 1000;
  return Number.isFinite(seconds) ? seconds : null;
}
