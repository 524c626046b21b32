import type { preferences } from '@daybook/contract/session';
import type { z } from 'zod';
import type { PreferencesRow } from './store.ts';

export type Preferences = z.output<typeof preferences>;

export function serializePreferences(row: PreferencesRow): Preferences {
  return {
    theme: row.theme as Preferences['theme'],
    language: row.language,
    clock: row.clock as Preferences['clock'],
    firstDayOfWeek: row.first_day_of_week as Preferences['firstDayOfWeek'],
    shortcuts: row.shortcuts,
  };
}
