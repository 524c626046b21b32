import type { waitlistEntry } from '@daybook/contract/waitlist';
import type { z } from 'zod';
import { formatMicroseconds } from '../../platform/clock.ts';
import type { WaitlistRow } from './store.ts';

export function serializeWaitlistEntry(row: WaitlistRow): z.output<typeof waitlistEntry> {
  const { booking } = row;
  return {
    uuid: row.id,
    eventUuid: row.event_id,
    status: row.status,
    fullName: booking.name,
    email: row.email,
    phone: booking.phone ?? null,
    timeZone: booking.timeZone,
    seats: row.seats,
    questions: row.answers.map(({ question, answer }) => ({ question, answer })),
    inviteeUuid: row.invitee_id,
    joinedAt: formatMicroseconds(row.joined_at),
  };
}
