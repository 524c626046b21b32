import type { bookingRequest } from '@daybook/contract/booking-requests';
import type { z } from 'zod';
import { formatMicroseconds } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import type { RequestRow } from './store.ts';
import { serializeHost } from '../reads/public.ts';

export type RequestView = z.output<typeof bookingRequest>;

export function serializeRequest(ctx: Ctx, row: RequestRow): RequestView {
  const { booking } = row;
  return {
    uuid: row.id,
    status: row.status,
    title: row.title,
    eventTypeUuid: row.event_type_id,
    startTime: row.starts_at,
    endTime: row.ends_at,
    duration: (Date.parse(row.ends_at) - Date.parse(row.starts_at)) / 60_000,
    fullName: booking.name,
    email: row.email,
    phone: booking.phone ?? null,
    timeZone: booking.timeZone,
    guests: booking.guests && booking.guests.length > 0 ? booking.guests : null,
    questions: row.answers.map(({ question, answer, fileId }) => ({
      question,
      answer,
      ...(fileId && { file: `/v2/booking-requests/${row.id}/files/${fileId}` }),
    })),
    hosts: row.hosts.map((host) => serializeHost(ctx, host)),
    reason: row.reason,
    eventUuid: row.event_id,
    expiresAt: formatMicroseconds(row.expires_at),
    createdAt: formatMicroseconds(row.created_at),
    updatedAt: formatMicroseconds(row.updated_at),
  };
}
