import { attention } from './en/attention.ts';
import { demo } from './en/demo.ts';
import { events, notes } from './en/events.ts';
import { home } from './en/home.ts';
import { hosting } from './en/hosting.ts';
import { lists } from './en/lists.ts';
import { areas, commands, errors, kit, reach, shell, shortcuts } from './en/shell.ts';
import { tasks } from './en/tasks.ts';
import { registerWords } from './words.ts';

/** Sentences end with a full stop; labels and buttons do not. `{name}` is replaced. */
export const en = {
  areas,
  shell,
  kit,
  reach,
  commands,
  shortcuts,
  errors,
  home,
  attention,
  hosting,
  events,
  notes,
  lists,
  tasks,
  demo,
};

registerWords(en);
