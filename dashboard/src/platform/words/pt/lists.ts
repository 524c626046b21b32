import type { Words } from '../words.ts';

export const lists: Words['lists'] = {
  conflict: '{name} alterou isto enquanto o editava',
  conflictOwn: 'Alterou isto noutra janela',
  someone: 'Outra pessoa',
  conflictHint:
    'Mantenha a sua versão para substituir a que foi guardada, ou fique com a outra e descarte as suas alterações.',
  keepMine: 'Manter a minha',
  takeTheirs: 'Ficar com a outra',
  showMore: 'Mostrar mais',
  actions: 'Ações',
  next: 'Seguinte na lista',
  previous: 'Anterior na lista',
  removeFilter: 'Remover o filtro {label}',
  from: 'De',
  to: 'Até',
};
