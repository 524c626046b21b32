export {
  type ChangeRow,
  countRecordChanges,
  countSince,
  type Diff,
  type FeedPlace,
  findChanges,
  insertChanges,
  listFeed,
  listRecordChanges,
  type NewChange,
  sharedSnapshot,
} from './store.ts';
