import { calls } from './de/calls.ts';
import { audit, catcher, developers, mail, reference, tokens } from './de/developers.ts';
import { forms } from './de/forms.ts';
import { insights } from './de/insights.ts';
import { lists } from './de/lists.ts';
import { webhooks } from './de/webhooks.ts';
import { schedules } from './de/availability.ts';
import { events, notes } from './de/events.ts';
import { home } from './de/home.ts';
import { pages } from './de/pages.ts';
import { records } from './de/records.ts';
import { settings } from './de/settings.ts';
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
  records,
  settings,
  lists,
  developers,
  tokens,
  catcher,
  webhooks,
  mail,
  audit,
  reference,
  insights,
  forms,
  calls,
};

speak(de);
