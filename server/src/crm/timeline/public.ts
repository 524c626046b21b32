export { publishRecordCreated, publishRecordDeleted, publishRecordUpdated } from './publish-webhooks.ts';
