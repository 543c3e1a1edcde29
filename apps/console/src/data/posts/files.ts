import { ApiError, getFile, type UploadedFiles, uploadFiles } from '@posthorn/contract'
import type { Place } from './queries.js'

const pathOf = ({ route }: { route: string }) => `/api/v3${route.split(' ')[1]}`

/** Returns the address of a file, which the browser can read with its session. */
export const fileUrl = (id: string) => pathOf(getFile).replace(':file', id)

type Uploading = { onProgress: (share: number) => void; signal: AbortSignal }

/**
 * Uploads a file for a post.
 * @returns its ID
 * @throws ApiError
 */
export function uploadFile(
  { team, channel }: Place,
  file: File,
  { onProgress, signal }: Uploading,
): Promise<string> {
  signal.throwIfAborted()
  const form = new FormData()
  form.append('files', file)
  form.append('channel_id', channel)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest() // fetch reports no progress
    request.open('POST', pathOf(uploadFiles).replace(':team', team))
    request.setRequestHeader('x-requested-with', 'XMLHttpRequest')
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(loaded / Math.max(1, total)),
    )
    request.addEventListener('error', () =>
      reject(new ApiError(0, 'The upload broke off. Check your connection and try again.')),
    )
    request.addEventListener('load', () => {
      const answer = request.response as UploadedFiles | { message?: string } | null
      const id = answer && 'file_infos' in answer ? answer.file_infos[0]?.id : undefined
      const message = answer && 'message' in answer ? answer.message : undefined
      if (id) resolve(id)
      else reject(new ApiError(request.status, message ?? 'The server did not accept the file.'))
    })
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
