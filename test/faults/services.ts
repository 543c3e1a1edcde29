import { appendFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, type Service, startPostgres, startRedis } from '@posthorn/standalone/services'
import { openPart, type Part } from './part.js'

/** Closes resources in reverse order. */
export type Closing = (() => Promise<unknown>)[]

export type RigService = { part: Part; url: string }

const log = () => {}

/** The far end of a silent connection stays open for the whole run. */
const settings = { max_connections: '300', wal_keep_size: '256MB' }

export function openPostgres(
  folder: string,
  closing: Closing,
  surprised: (words: string) => void,
  more: Record<string, string> = {},
) {
  return openService(closing, surprised, async port => {
    const postgres = await startPostgres({ dataDir: folder, port, settings: { ...settings, ...more }, log })
    closing.unshift(() => rm(postgres.folder, { recursive: true, force: true })) // last, and harmless if repeated
    return postgres
  })
}

export function openRedis(folder: string, closing: Closing, surprised: (words: string) => void) {
  return openService(closing, surprised, port => startRedis({ dataDir: folder, port, log }))
}

async function openService(
  closing: Closing,
  surprised: (words: string) => void,
  start: (port: number) => Promise<Service>,
): Promise<RigService> {
  const port = await freePort()
  let url = ''
  const part = await openPart(async () => {
    const service = await start(port)
    url = service.url
    return service
  }, surprised)
  closing.push(part.stop)
  return { part, url }
}

/** Truncates Redis's append-only file like a crash during a write: its last command is incomplete. */
export async function tearRedisFile(folder: string): Promise<void> {
  const appendOnly = join(folder, 'redis', 'appendonlydir')
  const files = (await readdir(appendOnly)).filter(file => file.endsWith('.incr.aof'))
  const [newest] = files.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  if (newest) await appendFile(join(appendOnly, newest), '*3\r\n$3\r\nSET\r\n$5\r\nne')
}
