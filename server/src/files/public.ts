export { filesOfPerson } from './personal-data.store.ts';
export { sendFile } from './read-file.ts';
export { expired, receiveFile } from './receive-file.ts';
export {
  countRecordFiles,
  deleteFile,
  type FileRow,
  findRecordFile,
  insertRecordFile,
  listRecordFiles,
  moveRecordFiles,
  type NewFile,
  type RecordAddress,
} from './store.ts';
export { fileView } from './view.ts';
