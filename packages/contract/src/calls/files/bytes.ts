import { z } from 'zod'
import { defineCall } from '../../call.js'
import { fileLimits } from '../../limits.js'
import { UploadedFiles } from '../../objects/file.js'
import { Id, params, yesOrNo } from '../../parameters.js'
import { ofFile } from './of-file.js'

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
