import { schedules } from './de/availability.ts';
import { events, notes } from './de/events.ts';
import { home } from './de/home.ts';
import { pages } from './de/pages.ts';
import { areas, commands, errors, kit, shell, shortcuts, signIn } from './de/shell.ts';
import { untranslated } from './untranslated.ts';
import { speak, type Words } from './words.ts';

export const de: Words = {
  ...untranslated,
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
};

speak(de);
