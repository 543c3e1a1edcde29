import { z } from 'zod'
import { defineCall } from '../../call.js'
import { fileChecks, fileLimits } from '../../limits.js'
import { FileObject, MissingFiles, OrphanFiles, UploadedFiles } from '../../objects/file.js'
import { Id, params, yesOrNo } from '../../parameters.js'

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

/** Of calls about one file. */
const ofFile = {
  tag: 'Files',
  allow: 'user',
  scope: 'read',
  params: params('file'),
  errors: ['no_such_file', 'files_off', 'storage_away'],
} as const

export const getFileInfo = defineCall({
  ...ofFile,
  operationId: 'getFileInfo',
  route: 'GET /files/:file/get_info',
  summary: 'Get what is known about a file',
  answer: FileObject,
  answers: 'The file.',
})

export const getPublicFileLink = defineCall({
  ...ofFile,
  operationId: 'getPublicFileLink',
  route: 'GET /files/:file/get_public_link',
  summary: 'Get a link to a file that works without a login',
  description: `The link expires after ${fileLimits.linkSeconds / 3600} hours, and earlier if the file is deleted. Needs SECRETS_KEY.`,
  answer: z.string(),
  answers: 'The link.',
  errors: [...ofFile.errors, 'no_secrets_key'],
})

export const listFilesOfPost = defineCall({
  operationId: 'listFilesOfPost',
  route: 'GET /teams/:team/channels/:channel/posts/:post/get_file_infos',
  tag: 'Files',
  summary: 'List the files of a post',
  allow: 'channel_member',
  scope: 'read',
  params: params('team', 'channel', 'post'),
  answer: z.array(FileObject),
  answers: 'The files, in the order in which the post names them.',
  errors: ['no_such_post'],
})

export const uploadFiles = defineCall({
  operationId: 'uploadFiles',
  route: 'POST /teams/:team/files/upload',
  tag: 'Files',
  summary: 'Upload files for a post',
  description:
    'Create a post with their `file_ids` afterwards. A file without a post is deleted after a day. An upload stores all ' +
    `of its files or none, and has at most 60 seconds. Pictures get a thumbnail. A user can upload OwnerFileMebibytesPerDay MiB in 24 hours, with all hooks and bots.`,
  allow: 'team_member',
  scope: 'post',
  params: params('team'),
  parts: z.object({
    files: z
      .array(z.string().meta({ format: 'binary' }))
      .max(fileLimits.mostPerPost)
      .describe('The files, each with its name.'),
    channel_id: Id.describe('The channel of the post. The caller must be a member.'),
    client_ids: z.array(z.string()).optional().describe('Returned unchanged.'),
  }),
  answer: UploadedFiles,
  answers: 'The stored files.',
  errors: [
    ...(['no_such_channel', 'archived_for_posts', 'bad_file_upload', 'file_too_large'] as const),
    ...([
      'files_too_many',
      'files_per_day',
      'upload_busy',
      'storage_away',
      'storage_full',
      'files_off',
    ] as const),
  ],
})

export const getFile = defineCall({
  ...ofFile,
  operationId: 'getFile',
  route: 'GET /files/:file/get',
  summary: 'Download a file',
  description:
    'For users who can read the channel of its post, and for its uploader. Supports one `Range` and `If-None-Match`. Files ' +
    'that a browser could run are sent as attachments.',
  query: z.object({
    download: yesOrNo('Whether browsers save the file instead of showing it. Only in Posthorn.'),
  }),
  answerTypes: ['application/octet-stream'],
  answers: 'The file’s bytes, with the type found in its content.',
  etag: true,
})

const thumbnail = {
  ...ofFile,
  description:
    'A WebP that fits in 640 × 640 pixels, upright and without metadata. Files with a `has_preview_image` have one.',
  answerTypes: ['image/webp'],
  answers: 'The thumbnail.',
  etag: true,
} as const

export const getFileThumbnail = defineCall({
  ...thumbnail,
  operationId: 'getFileThumbnail',
  route: 'GET /files/:file/get_thumbnail',
  summary: 'Get the thumbnail of a picture',
})

export const getFilePreview = defineCall({
  ...thumbnail,
  operationId: 'getFilePreview',
  route: 'GET /files/:file/get_preview',
  summary: 'Get the thumbnail of a picture, for clients that also know a preview',
})
