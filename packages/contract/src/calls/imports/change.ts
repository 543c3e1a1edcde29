import { z } from 'zod'
import { defineCall } from '../../call.js'
import { importLimits } from '../../limits.js'
import { CheckedFiles, ImportedObjects, ImportedPosts, StartedImport } from '../../objects/imports/results.js'
import {
  ImportChannel,
  ImportFile,
  ImportHook,
  ImportMember,
  ImportPost,
  ImportTeam,
  ImportUser,
} from '../../objects/imports/rows.js'
import { source } from './source.js'

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
