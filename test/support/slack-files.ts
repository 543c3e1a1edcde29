import { saveSettings } from '@posthorn/db'
import { eventually } from './eventually.js'
import { fileOptions } from './file-options.js'
import { calling, startSlack, tokenOf } from './slack.js'

/** Starts an API with files, a worker, and an ingress. */
export async function startWithFiles(limits: Parameters<typeof fileOptions>[0] = {}) {
  const files = { ...(await fileOptions(limits)), everyMs: 50 }
  const api = await startSlack({ files })
  await saveSettings(api.db, { EnableOAuthServiceProvider: true })
  const token = await tokenOf(api.db, 'reader', 'post')
  await eventually(async () => {
    const { ok } = await calling(api, token)('auth.test', {})
    if (!ok) throw new Error('The API does not know yet that apps are enabled')
  })
  return { ...api, files, token, call: calling(api) }
}
