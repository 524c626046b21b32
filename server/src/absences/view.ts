import type { absence } from '@daybook/contract/absences';
import { minuteToMs } from '@daybook/engine/dates';
import type { z } from 'zod';
import { formatWireTime } from '../platform/clock.ts';
import { resolveHostZone } from '../platform/zones.ts';
import { getEnd, toRange, getStart } from './rules.ts';
import type { AbsenceRow } from './store.ts';

type Absence = z.output<typeof absence>;

export function serializeAbsence(row: AbsenceRow): Absence {
  const { start, end } = toRange(row, resolveHostZone(row));
  return {
    uuid: row.id,
    email: row.email,
    kind: row.kind as Absence['kind'],
    start: getStart(row),
    end: getEnd(row),
    startTime: formatInstant(start),
    endTime: formatInstant(end),
    timezone: row.timezone,
    note: row.note,
    message: row.message,
    replacement: row.replacement,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

export function formatInstant(minute: number): string {
  return formatWireTime(new Date(minuteToMs(minute)));
}
