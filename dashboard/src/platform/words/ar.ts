import { attention } from './ar/attention.ts';
import { demo } from './ar/demo.ts';
import { events, notes } from './ar/events.ts';
import { home } from './ar/home.ts';
import { hosting } from './ar/hosting.ts';
import { lists } from './ar/lists.ts';
import { areas, commands, errors, kit, reach, shell, shortcuts } from './ar/shell.ts';
import { tasks } from './ar/tasks.ts';
import { registerWords, type FirstWords } from './words.ts';

export const ar: FirstWords = {
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

registerWords(ar);
