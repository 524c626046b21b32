import type { absence } from '@daybook/contract/absences';
import { minuteToMs } from '@daybook/engine/dates';
import type { z } from 'zod';
import { wireTime } from '../platform/clock.ts';
import { zoneOf } from '../platform/zones.ts';
import { endOf, rangeOf, startOf } from './rules.ts';
import type { AbsenceRow } from './store.ts';

type Absence = z.output<typeof absence>;

export function absenceView(row: AbsenceRow): Absence {
  const { start, end } = rangeOf(row, zoneOf(row));
  return {
    uuid: row.id,
    email: row.email,
    kind: row.kind as Absence['kind'],
    start: startOf(row),
    end: endOf(row),
    startTime: instantOf(start),
    endTime: instantOf(end),
    timezone: row.timezone,
    note: row.note,
    message: row.message,
    replacement: row.replacement,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

export function instantOf(minute: number): string {
  return wireTime(new Date(minuteToMs(minute)));
}
