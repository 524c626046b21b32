export { updateFeed } from './number-changes.ts';
export {
  type ChangeRow,
  countRecordChanges,
  countSince,
  type Diff,
  type FeedRow,
  findChanges,
  insertChanges,
  listFeed,
  listRecordChanges,
  type NewChange,
  sharedSnapshot,
} from './store.ts';
