/** What lists of every area say. */
export const lists = {
  showMore: 'Show more',
  actions: 'Actions',
};
