import type { RefusalWords } from './words.js'

/** Reasons for which a call with files is rejected (docs/behaviour.md, files). */
export const hookFileRefusals = {
  bad_files: {
    status: 400,
    id: 'web.incoming_webhook.file.app_error',
    message: 'The files of this call could not be stored, so nothing was posted.',
  },
  files_too_large: {
    status: 413,
    id: 'web.incoming_webhook.file_too_large.app_error',
    message: 'A file is too large, or there are too many, so nothing was posted.',
  },
  too_many_files_today: {
    status: 429,
    retryAfterSeconds: 3600,
    id: 'web.incoming_webhook.file_limit.app_error',
    message: 'This webhook has sent too many files, so nothing was posted. Send fewer, or try again later.',
  },
  no_room_for_files: {
    status: 507,
    id: 'web.incoming_webhook.file_storage.app_error',
    message:
      'The server has no room for the files, so nothing was posted. Ask an administrator to make room.',
  },
  cannot_store_files: {
    status: 503,
    retryAfterSeconds: 5,
    id: 'web.incoming_webhook.files_unavailable.app_error',
    message:
      'The files could not be stored, so nothing was posted. Try again after the number of seconds in Retry-After.',
  },
} as const satisfies Record<string, RefusalWords>
