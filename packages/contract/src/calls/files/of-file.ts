import { params } from '../../parameters.js'

/** Of calls about one file. */
export const ofFile = {
  tag: 'Files',
  allow: 'user',
  scope: 'read',
  params: params('file'),
  errors: ['no_such_file', 'files_off', 'storage_away'],
} as const
