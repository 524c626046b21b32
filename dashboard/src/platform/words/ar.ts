import { calls } from './ar/calls.ts';
import { audit, catcher, developers, mail, reference, tokens } from './ar/developers.ts';
import { forms } from './ar/forms.ts';
import { insights } from './ar/insights.ts';
import { lists } from './ar/lists.ts';
import { webhooks } from './ar/webhooks.ts';
import { schedules } from './ar/availability.ts';
import { events, notes } from './ar/events.ts';
import { home } from './ar/home.ts';
import { pages } from './ar/pages.ts';
import { records } from './ar/records.ts';
import { settings } from './ar/settings.ts';
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

speak(ar);
