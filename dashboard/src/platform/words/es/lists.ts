import type { Words } from '../words.ts';

export const lists: Words['lists'] = {
  conflict: '{name} ha cambiado esto mientras usted lo editaba',
  conflictOwn: 'Usted ha cambiado esto en otra ventana',
  someone: 'Otra persona',
  conflictHint: 'Conserve su versión para sobrescribir la guardada, o tome la otra y descarte sus cambios.',
  keepMine: 'Conservar la mía',
  takeTheirs: 'Tomar la otra',
  showMore: 'Mostrar más',
  actions: 'Acciones',
  next: 'Siguiente de la lista',
  previous: 'Anterior de la lista',
  removeFilter: 'Quitar el filtro {label}',
  from: 'Desde',
  to: 'Hasta',
};
