import { ApiError, getFile, getFileThumbnail, type UploadedFiles, uploadFiles } from '@posthorn/contract'
import type { Place } from './queries.js'

const pathOf = ({ route }: { route: string }) => `/api/v3${route.split(' ')[1]}`

/** Returns the address of a file, which the browser can read with its session. */
export const fileUrl = (id: string) => pathOf(getFile).replace(':file', id)

export const thumbnailUrl = (id: string) => pathOf(getFileThumbnail).replace(':file', id)

/**
 * Reads the first bytes of a text file.
 * @throws Error if the server does not send them
 */
export async function readFileStart(id: string, bytes: number, signal: AbortSignal): Promise<string> {
  const answer = await fetch(fileUrl(id), { headers: { range: `bytes=0-${bytes - 1}` }, signal })
  if (!answer.ok) throw new Error(`the file's start was not sent: ${answer.status}`)
  const start = new Uint8Array(await answer.arrayBuffer()).subarray(0, bytes)
  return new TextDecoder().decode(start, { stream: true }) // without half a character at the end
}

type Uploading = { onProgress: (share: number) => void; signal: AbortSignal }

/**
 * Uploads a file for a post.
 * @returns its ID, and its name without hidden characters
 * @throws ApiError
 */
export function uploadFile(
  { team, channel }: Place,
  file: File,
  { onProgress, signal }: Uploading,
): Promise<{ id: string; name: string }> {
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
      const info = answer && 'file_infos' in answer ? answer.file_infos[0] : undefined
      const message = answer && 'message' in answer ? answer.message : undefined
      if (info) resolve(info)
      else reject(new ApiError(request.status, message ?? 'The server did not accept the file.'))
    })
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
