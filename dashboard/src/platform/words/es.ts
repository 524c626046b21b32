import { schedules } from './es/availability.ts';
import { events, notes } from './es/events.ts';
import { home } from './es/home.ts';
import { pages } from './es/pages.ts';
import { areas, commands, errors, kit, shell, shortcuts, signIn } from './es/shell.ts';
import { untranslated } from './untranslated.ts';
import { speak, type Words } from './words.ts';

export const es: Words = {
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

speak(es);
