import { Readable } from 'node:stream'
import { unreachable } from '../failure.js'
import type { Server } from './server.js'

/** Opens what a call below /api/v3 returns, other than JSON. @throws ApiError, or a Failure if the server does not respond */
export async function openDownload({ url, token }: Server, path: string): Promise<Readable> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/v3/${path}`, { headers }).catch(cause => {
    throw unreachable(url, cause)
  })
  if (response.ok) return Readable.from(response.body ?? [])
  throw await apiErrorIn(response)
}

/** Returns the error of a response that is none of the typed client's. */
export async function apiErrorIn(response: Response): Promise<Error> {
  const { ApiError } = await import('@posthorn/contract')
  const body: unknown = await response.json().catch(() => undefined)
  const { message, detailed_error: detailedError = '' } = (body ?? {}) as Partial<Record<string, string>>
  return new ApiError(response.status, message ?? response.statusText, { detailedError })
}
