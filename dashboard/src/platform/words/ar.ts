import { schedules } from './ar/availability.ts';
import { events, notes } from './ar/events.ts';
import { home } from './ar/home.ts';
import { pages } from './ar/pages.ts';
import { areas, commands, errors, kit, shell, shortcuts, signIn } from './ar/shell.ts';
import { untranslated } from './untranslated.ts';
import { speak, type Words } from './words.ts';

export const ar: Words = {
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

speak(ar);
