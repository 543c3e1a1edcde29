import { z } from 'zod'
import { defineCall } from '../../call.js'
import { fileChecks } from '../../limits.js'
import { MissingFiles, OrphanFiles } from '../../objects/file.js'
import { Id } from '../../parameters.js'

const ofStorage = {
  tag: 'Files',
  allow: 'system_admin',
  scope: 'read',
  errors: ['files_off', 'storage_away'],
} as const

export const listMissingFiles = defineCall({
  ...ofStorage,
  operationId: 'listMissingFiles',
  route: 'GET /admin/files/missing',
  summary: 'Find files whose bytes are not in the storage',
  description: `Checks ${fileChecks.perPage} files per call, in the order of their IDs. Only in Posthorn.`,
  query: z.object({ after: Id.optional().describe('The last file that was checked.') }),
  answer: MissingFiles,
  answers: 'The files without bytes.',
})

export const countOrphanFiles = defineCall({
  ...ofStorage,
  operationId: 'countOrphanFiles',
  route: 'GET /admin/files/orphans',
  summary: 'Count bytes in the storage that no file has',
  description:
    'Counts those older than a day, which the server deletes once a day, for at most ' +
    `${fileChecks.orphanSeconds} seconds. Only in Posthorn.`,
  answer: OrphanFiles,
  answers: 'The counts.',
})
