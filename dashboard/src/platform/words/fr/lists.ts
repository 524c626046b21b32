import type { Words } from '../words.ts';

export const lists: Words['lists'] = {
  conflict: '{name} a modifié ceci pendant que vous l’éditiez',
  conflictOwn: 'Vous avez modifié ceci dans une autre fenêtre',
  someone: 'Quelqu’un d’autre',
  conflictHint:
    'Gardez votre version pour remplacer celle qui est enregistrée, ou prenez l’autre et abandonnez vos modifications.',
  keepMine: 'Garder la mienne',
  takeTheirs: 'Prendre l’autre',
  showMore: 'Afficher plus',
  actions: 'Actions',
  next: 'Suivant dans la liste',
  previous: 'Précédent dans la liste',
  removeFilter: 'Retirer le filtre {label}',
  from: 'Du',
  to: 'Au',
};
