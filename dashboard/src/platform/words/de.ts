import { attention } from './de/attention.ts';
import { demo } from './de/demo.ts';
import { events, notes } from './de/events.ts';
import { home } from './de/home.ts';
import { hosting } from './de/hosting.ts';
import { lists } from './de/lists.ts';
import { areas, commands, errors, kit, reach, shell, shortcuts } from './de/shell.ts';
import { tasks } from './de/tasks.ts';
import { registerWords, type FirstWords } from './words.ts';

export const de: FirstWords = {
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

registerWords(de);
