import { schedules } from './pt/availability.ts';
import { events, notes } from './pt/events.ts';
import { home } from './pt/home.ts';
import { pages } from './pt/pages.ts';
import { areas, commands, errors, kit, shell, shortcuts, signIn } from './pt/shell.ts';
import { untranslated } from './untranslated.ts';
import { speak, type Words } from './words.ts';

export const pt: Words = {
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

speak(pt);
