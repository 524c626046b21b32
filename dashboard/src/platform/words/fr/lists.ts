import type { Words } from '../words.ts';

export const lists: Words['lists'] = {
  showMore: 'Afficher plus',
  actions: 'Actions',
  next: 'Suivant dans la liste',
  previous: 'Précédent dans la liste',
  from: 'Du',
  to: 'Au',
};
