import type { AddressInfo } from 'node:net'
import { saveSettings } from '@posthorn/db'
import { startApi } from '../api/start-api.js'
import { eventually } from './eventually.js'
import { fileOptions } from './file-options.js'
import { calling, tokenOf } from './slack.js'

/** Starts an API with files, a worker, and an ingress at `url` whose upload URLs lead to the API. */
export async function startWithFiles(limits: Parameters<typeof fileOptions>[0] = {}) {
  const files = { ...(await fileOptions(limits)), everyMs: 50 }
  const api = await startApi(undefined, { files, workerLater: false })
  await saveSettings(api.db, { EnableOAuthServiceProvider: true })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.address() as AddressInfo
  const { url } = await api.anotherIngress({ baseUrl: `http://127.0.0.1:${port}` })
  const token = await tokenOf(api.db, 'reader', 'post')
  await eventually(async () => {
    const { ok } = await calling({ url }, token)('auth.test', {})
    if (!ok) throw new Error('The ingress does not know yet that apps are enabled')
  })
  return { ...api, files, url, port, token, call: calling({ url }) }
}
