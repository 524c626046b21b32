import { schedules } from './en/availability.ts';
import { events, notes } from './en/events.ts';
import { home } from './en/home.ts';
import { pages } from './en/pages.ts';
import { records } from './en/records.ts';
import { areas, shell, errors } from './en/shell.ts';

/** Sentences end with a full stop; labels and buttons do not. `{name}` is replaced. */
export const en = { areas, shell, errors, home, events, notes, pages, schedules, records };
