import { calls } from './es/calls.ts';
import { audit, catcher, developers, mail, reference, tokens } from './es/developers.ts';
import { forms } from './es/forms.ts';
import { insights } from './es/insights.ts';
import { lists } from './es/lists.ts';
import { webhooks } from './es/webhooks.ts';
import { schedules } from './es/availability.ts';
import { events, notes } from './es/events.ts';
import { home } from './es/home.ts';
import { pages } from './es/pages.ts';
import { records } from './es/records.ts';
import { settings } from './es/settings.ts';
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

speak(es);
