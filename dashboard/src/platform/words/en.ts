import { schedules } from './en/availability.ts';
import { events, notes } from './en/events.ts';
import { home } from './en/home.ts';
import { pages } from './en/pages.ts';
import { settings } from './en/settings.ts';
import { areas, commands, errors, kit, shell, shortcuts, signIn } from './en/shell.ts';
import { speak } from './words.ts';

/** Sentences end with a full stop; labels and buttons do not. `{name}` is replaced. */
export const en = {
  areas,
  shell,
  kit,
  commands,
  shortcuts,
  signIn,
  errors,
  home,
  events,
  notes,
  pages,
  schedules,
  settings,
};

speak(en);
