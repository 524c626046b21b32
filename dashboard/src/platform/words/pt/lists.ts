import type { Words } from '../words.ts';

export const lists: Words['lists'] = {
  showMore: 'Mostrar mais',
  actions: 'Ações',
  next: 'Seguinte na lista',
  previous: 'Anterior na lista',
  removeFilter: 'Remover o filtro {label}',
  from: 'De',
  to: 'Até',
};
