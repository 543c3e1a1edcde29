import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findOnPath } from '../../apps/standalone/src/services/redis/binary.js'
import { unpackPackage } from './unpack-package.js'

const folder = fileURLToPath(new URL('../../deploy/prometheus', import.meta.url))

/** Returns Prometheus's programs from the PATH or the distribution's package, or why there is none. */
async function findPrograms(): Promise<{ command: string; server: string } | { missing: string }> {
  const [command] = findOnPath('promtool')
  const [server] = findOnPath('prometheus')
  if (command !== undefined && server !== undefined) return { command, server }
  const found = await unpackPackage('prometheus')
  if ('missing' in found) return found
  const unpacked = join(found.folder, 'usr/bin/promtool')
  if (!existsSync(unpacked)) return { missing: 'no promtool in the package' }
  return { command: unpacked, server: join(found.folder, 'usr/bin/prometheus') }
}

const found = await findPrograms()

/** Why tests with promtool are skipped, if they are. */
export const promtoolMissing = 'missing' in found ? found.missing : undefined

/** Prometheus itself, if it is there. */
export const prometheus = 'missing' in found ? '' : found.server

/** Runs promtool in deploy/prometheus. Returns its exit code, and all that it printed. */
export async function promtool(
  args: string[],
  input = '',
): Promise<{ code: number | null; printed: string }> {
  if ('missing' in found) throw new Error(found.missing)
  const child = spawn(found.command, args, { cwd: folder })
  child.stdin.end(input)
  const [stdout, stderr] = await Promise.all([child.stdout.toArray(), child.stderr.toArray()])
  const printed = Buffer.concat([...stdout, ...stderr]).toString()
  if (child.exitCode === null) await new Promise(resolve => child.once('exit', resolve))
  return { code: child.exitCode, printed }
}
