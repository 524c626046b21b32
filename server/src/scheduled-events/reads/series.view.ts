import type { series } from '@daybook/contract/scheduled-events';
import type { z } from 'zod';

/** Columns that only invitees of a series have. */
export interface InSeries {
  readonly series_id: string | null;
  readonly series_index: number | null;
  readonly series_count: number | null;
}

/** Nothing of an invitee who booked a single event. */
export function serializeSeries(row: InSeries): { series?: z.output<typeof series> } {
  if (row.series_id === null) return {};
  return { series: { uuid: row.series_id, index: row.series_index ?? 1, count: row.series_count ?? 1 } };
}
