import { attention } from './pt/attention.ts';
import { demo } from './pt/demo.ts';
import { events, notes } from './pt/events.ts';
import { home } from './pt/home.ts';
import { hosting } from './pt/hosting.ts';
import { lists } from './pt/lists.ts';
import { areas, commands, errors, kit, reach, shell, shortcuts } from './pt/shell.ts';
import { tasks } from './pt/tasks.ts';
import { registerWords, type FirstWords } from './words.ts';

export const pt: FirstWords = {
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

registerWords(pt);
