import type { calendarConnection } from '@daybook/contract/calendars';
import type { z } from 'zod';
import { getAccess } from './access.ts';
import type { ConnectionRow } from './store.ts';
import { describeUnreadable } from './unreadable.ts';

type Connection = z.output<typeof calendarConnection>;

export function serializeConnection(row: ConnectionRow): Connection {
  return {
    uuid: row.id,
    email: row.email,
    provider: row.provider as Connection['provider'],
    account: row.account,
    access: getAccess(row),
    countsTentative: row.counts_tentative,
    state: row.state as Connection['state'],
    error: row.error,
    failingSince: row.failing_since,
    syncedAt: row.synced_at,
    calendars: row.calendars.map((calendar) => ({
      id: calendar.id,
      name: calendar.name,
      color: calendar.color,
      blocksTime: calendar.is_read,
      receivesBookings: calendar.is_written,
      isRead: calendar.is_read,
      isWritten: calendar.is_written,
      canWrite: calendar.can_write,
      syncedAt: calendar.synced_at,
      unreadableEvents: calendar.unreadable.count,
      warning: warningOf(calendar),
    })),
    createdAt: row.created_at,
  };
}

const unread = (count: number): string =>
  `${count === 1 ? 'One event' : `${count} events`} in this calendar couldn’t be read. Daybook keeps the last known times and retries with every sync.`;

function warningOf(calendar: ConnectionRow['calendars'][number]): string | null {
  const {
    is_written: isWritten,
    can_write: canWrite,
    write_error: error,
    unreadable,
    unread_count: unreadCount,
  } = calendar;
  if (isWritten && !canWrite)
    return 'This calendar is read-only now, so bookings aren’t added to it. Choose another one.';
  if (error) return `Bookings couldn’t be added to this calendar: ${error}`;
  if (unreadCount > 0) return unread(unreadCount);
  return describeUnreadable(unreadable);
}
