import type { Words } from '../words.ts';

export const lists: Words['lists'] = {
  showMore: 'Mehr zeigen',
  actions: 'Aktionen',
};
