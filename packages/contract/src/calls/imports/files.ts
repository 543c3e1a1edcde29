import { z } from 'zod'
import { defineCall } from '../../call.js'
import { fileLimits } from '../../limits.js'
import { ImportedFile } from '../../objects/imports/results.js'
import { ImportFile } from '../../objects/imports/rows.js'
import { params, Text } from '../../parameters.js'
import { source } from './source.js'

const common = { tag: 'Imports', allow: 'system_admin', scope: 'none' } as const

/** Not a call of the typed client, because its body is a stream. */
export const importFile = defineCall({
  ...common,
  operationId: 'importFile',
  route: 'POST /admin/imports/files',
  summary: 'Import a file of a post',
  description:
    'Create the post with its `file_ids` afterwards, within a day. Counts against the limits of files, but not against what ' +
    'a user can upload in a day. A file that is stored already is not read again.',
  query: z.object({
    source,
    id: ImportFile.shape.id,
    create_at: z.coerce.number().pipe(ImportFile.shape.create_at),
    name: Text.min(1).max(fileLimits.nameBytes),
    bytes: z.coerce.number().int().min(0).describe('The length of the file.'),
  }),
  parts: z.object({ file: z.string().meta({ format: 'binary' }).describe('The file.') }),
  answer: ImportedFile,
  answers: 'The stored file.',
  errors: [
    ...(['no_such_import', 'bad_file_upload', 'file_too_large', 'files_too_many'] as const),
    ...(['files_per_day', 'upload_busy', 'storage_away', 'storage_full', 'files_off'] as const),
  ],
})

/** Not a call of the typed client either. */
export const exportFile = defineCall({
  ...common,
  operationId: 'exportFile',
  route: 'GET /admin/export/files/:file',
  summary: 'Export a file of a post',
  description: 'Whatever channel its post is in. Supports one `Range` and `If-None-Match`.',
  params: params('file'),
  answerTypes: ['application/octet-stream'],
  answers: 'The file’s bytes.',
  etag: true,
  errors: ['no_such_file', 'files_off', 'storage_away'],
})
