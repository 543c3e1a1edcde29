import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { unpackPackage } from '../support/unpack-package.js'
import { startWorld } from '../support/world.js'

const run = promisify(execFile)
/** Debian's own: its packages bring libraries for no other. */
const python = '/usr/bin/python3'

const found = existsSync(python) ? await unpackPackage('apprise') : { missing: `no ${python}` }
const missing = 'missing' in found ? found.missing : undefined
/** Says in the report why a test was skipped. */
const why = missing === undefined ? '' : ` (skipped: ${missing})`

/** Sends a notification with Apprise. `before`: Python that runs first. */
async function notify(url: string, before = ''): Promise<void> {
  const folder = 'folder' in found ? found.folder : ''
  const script = `import sys, apprise
${before}
sender = apprise.Apprise()
sender.add(sys.argv[1])
sys.exit(0 if sender.notify(title='Backup', body='of **db-1** is done') else 1)`
  const env = { ...process.env, PYTHONPATH: join(folder, 'usr/lib/python3/dist-packages') }
  await run(python, ['-c', script, url], { env })
}

test.skipIf(missing)(`Apprise's Mattermost service posts${why}`, async () => {
  const { hookUrl, messages } = await startWorld()
  const { host, pathname } = new URL(hookUrl)
  await notify(`mmost://${host}/${pathname.split('/').at(-1)}`)
  await eventually(async () => expect(await messages()).toEqual([expect.stringMatching(/Backup.*db-1/s)]))
})

test.skipIf(missing)(`Apprise's Discord service posts, with its fixed address changed${why}`, async () => {
  const { db, url, hookUrl, messages } = await startWorld()
  const { id } = await db.hook.findFirstOrThrow()
  const address = `apprise.plugins.NotifyDiscord.NotifyDiscord.notify_url = '${url}/api/webhooks'`
  await notify(`discord://${id}/${hookUrl.split('/').at(-1)}`, address)
  await eventually(async () => expect(await messages()).toEqual([expect.stringMatching(/Backup.*db-1/s)]))
})
