import { z } from 'zod';
import { notEnabled, readCrm, writeCrm } from './crm-objects.ts';
import { recordId } from './crm-records.ts';
import { binary, download, message, ok, paginated } from './envelopes.ts';
import { timestamp, uuidParam } from './fields.ts';
import { fileFacts, fileName } from './files.ts';
import { declareRoute } from './route.ts';

/** Files on records of any object. */

export const recordFile = z
  .object({
    ...fileFacts,
    creator: z.object({ uuid: z.string(), name: z.string() }).nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'RecordFile' });

const common = { origin: 'ours', tag: 'CRM records' } as const;
const fileId = { ...recordId, fileId: uuidParam('File') };
const noRecord = 'Record not found.';
const noFile = 'File not found.';

export const listRecordFiles = declareRoute({
  ...common,
  method: 'GET',
  path: '/crm/{objectSlug}/{recordId}/files',
  summary: 'List the files on a record, latest first',
  access: readCrm,
  params: recordId,
  returns: paginated(recordFile),
  fails: { 403: notEnabled, 404: noRecord },
});

export const createRecordFile = declareRoute({
  ...common,
  method: 'POST',
  path: '/crm/{objectSlug}/{recordId}/files',
  summary: 'Add a file to a record',
  description:
    'The body is the file as it is. PDF, pictures, documents of office programs, text, sound, video and ZIP are taken, by their content; programs, HTML and SVG are not (415). It has at most 10 MB unless the operator set another limit (413). A workspace that has reached its storage limit is a 409.',
  access: writeCrm,
  params: recordId,
  query: { name: fileName },
  takes: [binary],
  returns: ok('file', recordFile, 201),
  fails: { 403: notEnabled, 404: noRecord, 409: 'The workspace has reached its storage limit.' },
});

export const downloadRecordFile = declareRoute({
  ...common,
  method: 'GET',
  path: '/crm/{objectSlug}/{recordId}/files/{fileId}',
  summary: 'Download a file of a record',
  access: readCrm,
  params: fileId,
  returns: download(),
  fails: { 403: notEnabled, 404: noFile },
});

export const deleteRecordFile = declareRoute({
  ...common,
  method: 'DELETE',
  path: '/crm/{objectSlug}/{recordId}/files/{fileId}',
  summary: 'Delete a file of a record',
  description: 'For good, unlike a record.',
  access: writeCrm,
  params: fileId,
  returns: message('File deleted.'),
  fails: { 403: 'Only users who can edit the record can do this.', 404: noFile },
});
