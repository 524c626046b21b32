import type { Words } from '../words.ts';

export const lists: Words['lists'] = {
  showMore: 'Mostrar mais',
  actions: 'Ações',
  next: 'Seguinte na lista',
  previous: 'Anterior na lista',
  from: 'De',
  to: 'Até',
};
