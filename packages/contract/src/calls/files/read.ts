import { z } from 'zod'
import { defineCall } from '../../call.js'
import { fileLimits } from '../../limits.js'
import { FileObject } from '../../objects/file.js'
import { params } from '../../parameters.js'
import { ofFile } from './of-file.js'

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
