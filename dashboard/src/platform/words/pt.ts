import { calls } from './pt/calls.ts';
import { audit, catcher, developers, mail, reference, tokens } from './pt/developers.ts';
import { forms } from './pt/forms.ts';
import { insights } from './pt/insights.ts';
import { lists } from './pt/lists.ts';
import { webhooks } from './pt/webhooks.ts';
import { schedules } from './pt/availability.ts';
import { events, notes } from './pt/events.ts';
import { home } from './pt/home.ts';
import { pages } from './pt/pages.ts';
import { records } from './pt/records.ts';
import { settings } from './pt/settings.ts';
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

speak(pt);
