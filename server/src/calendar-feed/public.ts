export { deleteFeedOfDeactivated } from './feed.ts';
