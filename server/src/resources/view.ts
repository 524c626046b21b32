import type { resourceItem } from '@daybook/contract/resources';
import type { z } from 'zod';
import type { OccupationRow, ResourceRow } from './store.ts';

export function serializeResource(row: ResourceRow): z.output<typeof resourceItem> {
  return {
    uuid: row.id,
    name: row.name,
    kind: row.kind,
    capacity: row.capacity,
    location: row.location,
    isActive: row.is_active,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function serializeOccupation(row: OccupationRow) {
  return {
    startTime: row.startsAt,
    endTime: row.endsAt,
    blockedFrom: row.busyFrom,
    blockedTo: row.busyTo,
    hosts: row.hosts,
    eventUuid: row.eventId,
    title: row.title,
  };
}
