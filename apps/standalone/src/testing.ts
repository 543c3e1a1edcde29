import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Running } from './services/process/service.js'

/** Creates a folder that is removed when the test ends. As root, it lets Postgres's own user pass through. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-'))
  chmodSync(folder, 0o711)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Stops the service when the test ends. */
export async function until<Service extends Running>(started: Promise<Service>): Promise<Service> {
  const service = await started
  onTestFinished(() => service.stop())
  return service
}

/** Sends inline commands to the Redis at `url` and returns its last reply. */
export async function redisReply(url: string, ...commands: string[]): Promise<string> {
  const { port, password } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8')
  socket.write([`AUTH ${password}`, ...commands, 'QUIT', ''].join('\r\n'))
  const replies = (await socket.toArray()).join('').split('\r\n')
  return replies.at(-3) ?? ''
}

/** Kills the watchdog, as something that kills everything would. */
const killWatchdog = `
  const { readFileSync } = await import('node:fs')
  const children = readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim().split(' ')
  for (const pid of children)
    if (readFileSync('/proc/' + pid + '/cmdline', 'utf8').includes('watchdog.js')) process.kill(Number(pid), 'SIGKILL')`

/**
 * Makes `call`, which starts a service of that module, in its own process, and kills that process once the service is
 * `ready`. Returns the id of what it leaves behind. With `watchdogToo`, nothing is left to stop that.
 */
export async function startAndKillParent(
  module: string,
  call: string,
  { ready = async () => {}, watchdogToo = false } = {},
): Promise<number> {
  const started = `const s = await (await import(${JSON.stringify(module)})).${call}`
  const code = `${started}; ${watchdogToo ? killWatchdog : ''}; console.log(s.pid)`
  const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code])
  const [pid] = await once(parent.stdout.setEncoding('utf8'), 'data')
  await ready()
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  return Number(pid)
}
