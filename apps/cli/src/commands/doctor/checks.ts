import { statfsSync } from 'node:fs'
import type { Server } from '../../session/server.js'
import { cliVersion } from '../../version.js'
import { broken, type Finding, fine, warning } from './finding.js'

const maxClockErrorMs = 2000
const gibibyte = 1024 ** 3
const least = { warningGib: 5, brokenGib: 0.5 }

/** Compares versions and clocks. The clock is read in the middle of a call, so a slow network counts for little. */
export async function serverAndClock({
  client,
  url,
}: Server): Promise<{ version: string; found: Finding[] }> {
  const before = Date.now()
  const { version, server_time } = await client.ping()
  const tookMs = Date.now() - before
  const errorMs = Number(server_time) - (before + tookMs / 2)
  const seconds = `${(Math.abs(errorMs) / 1000).toFixed(1)} s`
  return {
    version,
    found: [
      fine('server', `${url} responded in ${tookMs} ms with version ${version}.`),
      version === cliVersion()
        ? fine('version', 'The command line has the same version.')
        : warning(
            'version',
            `The command line has version ${cliVersion()}.`,
            'Use the version of the server.',
          ),
      Math.abs(errorMs) <= maxClockErrorMs + tookMs / 2
        ? fine('clock', `The clocks differ by ${seconds}.`)
        : warning(
            'clock',
            `The server’s clock is ${seconds} ${errorMs > 0 ? 'ahead of' : 'behind'} this machine’s.`,
            'Synchronize both with NTP. Channels show posts in the order of the ingress’s clock.',
          ),
    ],
  }
}

/** Checks the space for Postgres and Redis. Finds nothing if the folder is not on this machine. */
export async function disk(dataDir: string): Promise<Finding[]> {
  try {
    const { bavail, bsize } = statfsSync(dataDir)
    const gib = (bavail * bsize) / gibibyte
    const message = `${gib.toFixed(1)} GiB are free for ${dataDir}.`
    const fix = 'Free some space, or lower DELIVERY_DAYS. Without space, Redis stops and senders get 503.'
    if (gib < least.brokenGib) return [broken('disk', message, fix)]
    return [gib < least.warningGib ? warning('disk', message, fix) : fine('disk', message)]
  } catch {
    return []
  }
}
