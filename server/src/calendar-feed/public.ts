export { endFeedOfDeactivated } from './feed.ts';
