import { z } from 'zod'
import { defineCall } from '../../call.js'
import { fileLimits, importLimits, maxExportsPerHour } from '../../limits.js'
import {
  CheckedFiles,
  ImportChannel,
  ImportedFile,
  ImportedObjects,
  ImportedPosts,
  ImportFile,
  ImportHook,
  ImportMember,
  ImportPost,
  ImportTeam,
  ImportUser,
  StartedImport,
} from '../../objects/imports/imports.js'
import { Id, orEmpty, params, Text, yesOrNo } from '../../parameters.js'

/** Not a call of the typed client, because it returns a file to download. */
export const exportEverything = defineCall({
  operationId: 'exportEverything',
  route: 'GET /admin/export',
  tag: 'Imports',
  summary: 'Export teams, users, channels, members, hooks and posts',
  description:
    'JSON lines that `posthorn import posthorn` reads. Each has a `type` and an object of that name, with the fields of an ' +
    'import. The last line has the type `end` and the number of lines; without it, the file is incomplete. Contains private ' +
    'channels, and digests of the keys of hooks, but no passwords. Files are only named. Allowed once at a time and ' +
    `${maxExportsPerHour} times per hour.`,
  allow: 'system_admin',
  scope: 'none',
  query: z.object({
    team: orEmpty(Id).describe('Only this team. Otherwise all teams.'),
    direct: yesOrNo('Whether to include direct channels, which belong to no team.'),
  }),
  answerTypes: ['application/jsonl'],
  answers: 'The lines.',
  errors: ['export_running'],
  audit: { target: 'user', id: ['caller.user'], notes: ['query.team', 'query.direct'] },
})

/** The name of an import's source. */
const source = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]*$/, 'must consist of a-z, 0-9, dots, hyphens and underscores')
  .max(importLimits.sourceChars)
  .describe('The name of the source. The same name and ID always become the same object.')

const { objectsPerCall, bodyBytes } = importLimits

const list = <Row extends z.ZodType>(row: Row) => z.array(row).max(objectsPerCall).default([])

const objects = z.object({
  source,
  teams: list(ImportTeam),
  users: list(ImportUser),
  channels: list(ImportChannel),
  members: list(ImportMember),
  hooks: list(ImportHook),
})

const common = { tag: 'Imports', allow: 'system_admin', scope: 'none' } as const

const ids = ['answer.teams.id', 'answer.users.id', 'answer.channels.id', 'answer.hooks.id'] as const

export const startImport = defineCall({
  ...common,
  operationId: 'startImport',
  route: 'POST /admin/imports/start',
  summary: 'Start or continue an import',
  description: 'The other calls need it. Starting a source again continues it.',
  body: z.object({ source }),
  answer: StartedImport,
  answers: 'The import.',
  audit: { target: 'user', id: ['caller.user'], notes: ['body.source'] },
})

export const checkImport = defineCall({
  ...common,
  operationId: 'checkImport',
  route: 'POST /admin/imports/check',
  summary: 'Show what an import would do',
  description:
    'Changes nothing. Teams, channels and users that do not exist are taken for those of earlier checks. Counts no members.',
  bodyLimitBytes: bodyBytes,
  body: objects,
  answer: ImportedObjects,
  answers: 'What would become of each object.',
})

export const importObjects = defineCall({
  ...common,
  operationId: 'importObjects',
  route: 'POST /admin/imports/objects',
  summary: 'Import teams, users, channels, members and hooks',
  description:
    'Creates what is missing, in this order, and changes nothing that exists. No member is notified. Users never become ' +
    'system administrators.',
  bodyLimitBytes: bodyBytes,
  body: objects,
  answer: ImportedObjects,
  answers: 'What became of each object.',
  errors: ['no_such_import'],
  audit: { target: 'user', id: ['caller.user'], notes: ['body.source', ...ids] },
})

export const importPosts = defineCall({
  ...common,
  operationId: 'importPosts',
  route: 'POST /admin/imports/posts',
  summary: 'Import posts',
  description:
    'Stores posts with their own times. Nobody is mentioned or notified, and nothing becomes unread. Send the posts that ' +
    'threads begin with first. The audit log records only the start of the import.',
  bodyLimitBytes: bodyBytes,
  body: z.object({ source, posts: z.array(ImportPost).min(1).max(objectsPerCall) }),
  answer: ImportedPosts,
  answers: 'How many were stored, and which were not.',
  errors: ['no_such_import', 'text_busy', 'text_too_slow'],
})

export const checkImportFiles = defineCall({
  ...common,
  operationId: 'checkImportFiles',
  route: 'POST /admin/imports/files/check',
  summary: 'Show which files of posts are missing',
  description: 'Changes nothing.',
  bodyLimitBytes: bodyBytes,
  body: z.object({ source, files: z.array(ImportFile).min(1).max(objectsPerCall) }),
  answer: CheckedFiles,
  answers: 'The files to import.',
})

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
