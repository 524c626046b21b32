import { calls } from './fr/calls.ts';
import { audit, catcher, developers, mail, reference, tokens } from './fr/developers.ts';
import { forms } from './fr/forms.ts';
import { insights } from './fr/insights.ts';
import { lists } from './fr/lists.ts';
import { webhooks } from './fr/webhooks.ts';
import { schedules } from './fr/availability.ts';
import { events, notes } from './fr/events.ts';
import { home } from './fr/home.ts';
import { pages } from './fr/pages.ts';
import { records } from './fr/records.ts';
import { settings } from './fr/settings.ts';
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

speak(fr);
