import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { findOnPath } from '../../apps/standalone/src/services/redis/binary.js'
import { unpackPackage } from './unpack-package.js'

/** Returns a PATH with `redis-cli`, from the distribution's package if this machine has none. */
export async function pathWithRedisCli(): Promise<string> {
  const path = process.env.PATH ?? ''
  if (findOnPath('redis-cli').length > 0) return path
  const found = await unpackPackage('redis-tools')
  if ('missing' in found) throw new Error(found.missing)
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-bin-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const command = `LD_LIBRARY_PATH='${found.libraries}' exec '${found.folder}/usr/bin/redis-cli' "$@"`
  writeFileSync(join(folder, 'redis-cli'), `#!/bin/sh\n${command}\n`, { mode: 0o755 })
  return `${folder}:${path}`
}
