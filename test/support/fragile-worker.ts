import { renderMarkdown } from '@posthorn/core'
import { openDb } from '@posthorn/db'
import { connectWaiting } from '@posthorn/queue'
import { closeOnSignal, openLog } from '@posthorn/server'
import { openWorker } from '@posthorn/worker'

/** A real worker, except that some texts make its renderer throw and others kill the process. */
function render(markdown: string): string {
  if (markdown.includes('makes the renderer throw')) throw new Error('the renderer threw')
  if (markdown.includes('ends the process')) process.kill(process.pid, 'SIGKILL')
  return renderMarkdown(markdown)
}

const { DATABASE_URL = '', REDIS_URL = '', PREFIX = '' } = process.env
const log = openLog('fragile', 'silent')
const db = openDb(DATABASE_URL)
const redis = connectWaiting(REDIS_URL)
// shorter than in production, because the test waits for five dead workers
const worker = await openWorker({
  db,
  redis,
  log,
  prefix: PREFIX,
  hookRate: 'off',
  render,
  lockDurationMs: 1000,
  stalledIntervalMs: 500,
})
closeOnSignal([worker, { close: async () => redis.disconnect() }, { close: () => db.$disconnect() }], log)
