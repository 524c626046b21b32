export { publishAttributeDeleted, publishObjectDeleted, publishObjectRestored } from './publish-object.ts';
export { publishRecordCreated, publishRecordDeleted, publishRecordUpdated } from './publish-webhooks.ts';
