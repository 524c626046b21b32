export { filesOfPerson } from './personal-data.store.ts';
export { openFile } from './read-file.ts';
export { expired, receiveFile } from './receive-file.ts';
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
export { fileView } from './view.ts';
