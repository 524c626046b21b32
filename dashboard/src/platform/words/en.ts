import { schedules } from './en/availability.ts';
import { audit, catcher, developers, mail, reference, tokens } from './en/developers.ts';
import { events, notes } from './en/events.ts';
import { home } from './en/home.ts';
import { insights } from './en/insights.ts';
import { forms } from './en/forms.ts';
import { calls } from './en/calls.ts';
import { lists } from './en/lists.ts';
import { pages } from './en/pages.ts';
import { records } from './en/records.ts';
import { settings } from './en/settings.ts';
import { areas, commands, errors, kit, shell, shortcuts, signIn } from './en/shell.ts';
import { webhooks } from './en/webhooks.ts';
import { speak } from './words.ts';

/** Sentences end with a full stop; labels and buttons do not. `{name}` is replaced. */
export const en = {
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
  lists,
  developers,
  tokens,
  catcher,
  webhooks,
  mail,
  audit,
  reference,
  calls,
  forms,
  insights,
  settings,
};

speak(en);
