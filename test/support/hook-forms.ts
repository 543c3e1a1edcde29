import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { Storage } from '@posthorn/files'
import { startApi } from '../api/start-api.js'
import { fileOptions } from './file-options.js'

export type FormFile = { field?: string; name: string; bytes: string | Uint8Array<ArrayBuffer> }
/** `storage`: instead of the folder. */
type Options = Parameters<typeof fileOptions>[0] &
  Parameters<typeof startApi>[1] & { isOff?: boolean; storage?: Storage }

/** Starts an API with files, a worker, and an ingress that knows the API's address. */
export async function startWithForms({ isOff = false, storage, ...options }: Options = {}) {
  const files = { ...(await fileOptions(options)), ...(storage && { storage }), everyMs: 50 }
  const api = await startApi(undefined, { workerLater: false, ...options, ...(!isOff && { files }) })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.address() as AddressInfo
  const { hookUrl, url } = await api.anotherIngress({ apiUrl: `http://127.0.0.1:${port}` })
  const sendForm = (json: unknown, sent: FormFile[], { query = '', headers = {} } = {}) => {
    const form = new FormData()
    for (const [index, { field = `files[${index}]`, name, bytes }] of sent.entries())
      form.append(field, new Blob([bytes]), name)
    form.append('payload_json', JSON.stringify(json))
    return fetch(`${hookUrl}/discord${query}`, { method: 'POST', body: form, headers })
  }
  const onDisk = async () => {
    const found = await readdir(files.folder, { recursive: true, withFileTypes: true })
    return found.filter(entry => entry.isFile()).map(({ name }) => name)
  }
  return { ...api, files, hookUrl, url, port, sendForm, onDisk }
}
