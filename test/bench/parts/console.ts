import { chromium } from 'playwright-core'
import { chromiumPath } from '../../console/chromium.js'
import { logIn } from '../../console/login-form.js'
import { buildReport, countWire } from '../../console/wire.js'
import { newDataDir, type Posthorn, startPosthorn } from '../../standalone/posthorn.js'
import { sendTo } from '../../support/ingress.js'
import type { Part } from './part.js'

/** More than the first page of a channel. */
const posts = 100
const channelPath = '/first-team/channels/town-square'

/** Measures what a browser loads from the login form until a channel with posts shows. */
export const consoleBytes: Part = async (_rig, _plan, log) => {
  const { dataDir, remove } = await newDataDir()
  try {
    const posthorn = await startPosthorn(dataDir)
    try {
      const { bytes, requests } = await firstChannel(posthorn)
      const kilobytes = bytes / 1000
      log(`  ${kilobytes.toFixed(0)} kB, ${requests} requests`)
      const what = 'until the console shows a channel'
      return {
        findings: [
          { what: `on the wire ${what}`, value: kilobytes, unit: 'kB', goal: { atMost: 200 } },
          { what: `calls ${what}`, value: requests, unit: 'requests', goal: { atMost: 12 } },
        ],
      }
    } finally {
      await posthorn.stop()
    }
  } finally {
    remove()
  }
}

async function firstChannel({ firstRun: { base_url: baseURL, team, admin, hook } }: Posthorn) {
  for (let build = 0; build < posts; build++) await sendTo(hook.url, { text: buildReport(build) })
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ baseURL })
    const seen = await countWire(page)
    await page.goto(channelPath)
    await logIn(page, { team, user: admin.username, password: admin.password })
    await page.getByRole('article').last().waitFor()
    const requests = seen.requests.length
    await page.waitForLoadState('networkidle')
    return { bytes: seen.bytes, requests }
  } finally {
    await browser.close()
  }
}
