/** What lists of every area say. */
export const lists = {
  conflict: '{name} changed this while you were editing',
  conflictOwn: 'You changed this in another window',
  someone: 'Someone else',
  conflictHint: 'Keep mine to overwrite what was saved, or take theirs to drop your changes.',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  showMore: 'Show more',
  actions: 'Actions',
  next: 'Next in the list',
  previous: 'Previous in the list',
  removeFilter: 'Remove filter {label}',
  from: 'From',
  to: 'To',
};
