export { filesOfPerson } from './personal-data.store.ts';
export { openFile } from './read-file.ts';
export { uploadExpired, receiveFile } from './receive-file.ts';
export {
  claimUploads,
  countRecordFiles,
  deleteFile,
  type FileRow,
  findAnswerFile,
  findRecordFile,
  insertRecordFile,
  insertUpload,
  listRecordFiles,
  moveRecordFiles,
  type NewFile,
  type RecordAddress,
} from './store.ts';
export { serializeFile } from './view.ts';
