/** What lists of every area say. */
export const lists = {
  showMore: 'Show more',
  actions: 'Actions',
  next: 'Next in the list',
  previous: 'Previous in the list',
  from: 'From',
  to: 'To',
};
