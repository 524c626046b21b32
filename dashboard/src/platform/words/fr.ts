import { schedules } from './fr/availability.ts';
import { events, notes } from './fr/events.ts';
import { home } from './fr/home.ts';
import { pages } from './fr/pages.ts';
import { areas, commands, errors, kit, shell, shortcuts, signIn } from './fr/shell.ts';
import { untranslated } from './untranslated.ts';
import { speak, type Words } from './words.ts';

export const fr: Words = {
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

speak(fr);
