export { seatsAdded } from './events.ts';
export { createEventType } from './create.ts';
export { returnLink, useLink } from './links.store.ts';
export { createLink, findLinkByToken, type LinkFacts } from './links.ts';
export { findPagesLike } from './search.store.ts';
export { onPreview } from './preview.ts';
export { removeHostFromTeamPages, removePagesOfTeam } from './update.ts';
