import type { RefusalRows } from './row.js'

/** Refusals about files. */
export const fileRefusals = {
  bad_file_upload: { status: 400, message: 'The upload is invalid, so nothing was stored.' },
  file_too_large: { status: 413, message: 'A file is too large, so nothing was stored. Send a smaller one.' },
  files_too_many: {
    status: 413,
    message: 'The upload has more than 10 files, so nothing was stored. Send fewer.',
  },
  files_per_day: {
    status: 429,
    message:
      'You uploaded too much in the last 24 hours, with all your webhooks and bots, so nothing was stored. Try again tomorrow, or ask a system admin to raise OwnerFileMebibytesPerDay.',
  },
  upload_busy: {
    status: 503,
    retryAfterSeconds: 5,
    message: 'Too many uploads are in progress. Try again after the seconds in Retry-After.',
  },
  storage_full: {
    status: 507,
    message:
      'The server has no room for these files, so nothing was stored. Ask an administrator to make room.',
  },
  storage_away: {
    status: 503,
    retryAfterSeconds: 10,
    message: 'The storage of files does not respond. Try again after the seconds in Retry-After.',
  },
  files_off: {
    status: 501,
    message: 'This server stores no files. An administrator can set FILES_DIR or S3_BUCKET.',
  },
  no_such_upload: {
    status: 404,
    message:
      'This upload URL is unknown, or its upload is in progress. It works for an hour, so get a new one from files.getUploadURLExternal.',
  },
  upload_unknown: {
    status: 503,
    retryAfterSeconds: 5,
    message:
      'The upload URL could not be checked, so nothing was stored. Try again after the seconds in Retry-After.',
  },
  foreign_file: {
    status: 400,
    message:
      'The post was not created. Each of its files must be one that you uploaded to this channel in the last 24 hours, and that no post has yet.',
  },
  no_such_file: {
    status: 404,
    message: "We couldn't find the file. It may have been deleted with its post.",
  },
} as const satisfies RefusalRows
