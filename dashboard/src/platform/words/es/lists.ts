import type { Words } from '../words.ts';

export const lists: Words['lists'] = {
  showMore: 'Mostrar más',
  actions: 'Acciones',
  next: 'Siguiente de la lista',
  previous: 'Anterior de la lista',
  from: 'Desde',
  to: 'Hasta',
};
