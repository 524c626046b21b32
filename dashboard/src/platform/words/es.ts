import { attention } from './es/attention.ts';
import { demo } from './es/demo.ts';
import { events, notes } from './es/events.ts';
import { home } from './es/home.ts';
import { hosting } from './es/hosting.ts';
import { lists } from './es/lists.ts';
import { areas, commands, errors, kit, reach, shell, shortcuts } from './es/shell.ts';
import { tasks } from './es/tasks.ts';
import { registerWords, type FirstWords } from './words.ts';

export const es: FirstWords = {
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

registerWords(es);
