import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { Storage } from '@posthorn/files'
import { openMetrics } from '@posthorn/server'
import { fileOptions } from '../support/file-options.js'
import { addChannel, startApi } from './start-api.js'

type Part = { name: string; bytes: Uint8Array<ArrayBuffer> | string }

/** Starts an API that stores files, with a private channel of two users. */
export async function startFiles({
  limits = {},
  ...more
}: {
  limits?: Parameters<typeof fileOptions>[0]
  nowMs?: () => number
  /** Instead of the folder. */
  storage?: Storage
} = {}) {
  const files = { ...(await fileOptions(limits)), everyMs: 50, ...more }
  const metrics = openMetrics()
  const api = await startApi(undefined, { files, metrics })
  const { ada, bob } = await api.callers('ada', 'bob')
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}/api/v3`
  const { id: channel } = await addChannel(api.db, api.teamId, 'files', 'P')
  await api.db.channelMember.createMany({
    data: [ada, bob].map(({ id }) => ({ channelId: channel, userId: id })),
  })
  const upload = async (parts: Part[], { caller = ada, to = channel } = {}) => {
    const form = new FormData()
    for (const { name, bytes } of parts) form.append('files', new Blob([bytes]), name)
    form.append('channel_id', to)
    form.append('client_ids', 'mine')
    return fetch(`${base}/teams/${api.teamId}/files/upload`, {
      method: 'POST',
      headers: caller.headers,
      body: form,
    })
  }
  const uploaded = async (...parts: Part[]) => (await (await upload(parts)).json()).file_infos
  const posts = `/teams/${api.teamId}/channels/${channel}/posts`
  const post = (ids: string[], caller = ada) =>
    caller.post(`${posts}/create`, { message: 'see', file_ids: ids })
  const onDisk = () => filesIn(files.folder)
  return { ...api, files, metrics, ada, bob, base, port, channel, upload, uploaded, posts, post, onDisk }
}

/** Lists the files below a folder, also unfinished ones. */
export async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.filter(entry => entry.isFile()).map(({ name }) => name)
}

export const refusalOf = async (answer: Response) => `${answer.status} ${(await answer.json()).id}`
