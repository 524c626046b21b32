import { attention } from './fr/attention.ts';
import { demo } from './fr/demo.ts';
import { events, notes } from './fr/events.ts';
import { home } from './fr/home.ts';
import { hosting } from './fr/hosting.ts';
import { lists } from './fr/lists.ts';
import { areas, commands, errors, kit, reach, shell, shortcuts } from './fr/shell.ts';
import { tasks } from './fr/tasks.ts';
import { registerWords, type FirstWords } from './words.ts';

export const fr: FirstWords = {
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

registerWords(fr);
