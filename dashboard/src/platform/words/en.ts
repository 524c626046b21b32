import { schedules } from './en/availability.ts';
import { audit, developers, mail, reference, tokens } from './en/developers.ts';
import { events, notes } from './en/events.ts';
import { home } from './en/home.ts';
import { lists } from './en/lists.ts';
import { pages } from './en/pages.ts';
import { areas, shell, errors } from './en/shell.ts';
import { webhooks } from './en/webhooks.ts';

/** Sentences end with a full stop; labels and buttons do not. `{name}` is replaced. */
export const en = {
  areas,
  shell,
  errors,
  home,
  events,
  notes,
  pages,
  schedules,
  lists,
  developers,
  tokens,
  webhooks,
  mail,
  audit,
  reference,
};
