import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '@posthorn/standalone/services'
import { onTestFinished, test } from 'vitest'
import { shellWith } from './posthorn.js'

const scripts = fileURLToPath(new URL('../../apps/standalone/bin', import.meta.url))

/** Starts a clone whose dependencies are missing. Its only dependency is in a registry at this address. */
function startClone(registry: string) {
  const clone = mkdtempSync(join(tmpdir(), 'posthorn-clone-'))
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
  cpSync(scripts, join(clone, 'apps/standalone/bin'), { recursive: true })
  const dependencies = { 'a-dependency': '1.0.0' }
  const about = { name: 'clone', version: '1.0.0', type: 'module' }
  const resolved = `${registry}/a-dependency/-/a-dependency-1.0.0.tgz`
  const packages = {
    '': { ...about, dependencies },
    'node_modules/a-dependency': { version: '1.0.0', resolved },
  }
  writeFileSync(join(clone, 'package.json'), JSON.stringify({ ...about, dependencies }))
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ ...about, lockfileVersion: 3, packages }))
  const env = { npm_config_registry: registry, npm_config_cache: join(clone, 'cache') }
  const child = spawn(process.execPath, [join(clone, 'apps/standalone/bin/start.js')], {
    cwd: clone,
    env: shellWith(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr.resume()
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGINT')
    await ended
  })
  return createInterface(child.stdout)
}

/** Resolves when a line like this is printed. */
async function printed(pattern: RegExp, lines: AsyncIterable<string>): Promise<void> {
  for await (const line of lines) if (pattern.test(line)) return
  throw new Error('the start ended without it')
}

test('says that the registry of npm cannot be reached, and why, while it installs', {
  timeout: 120_000,
}, async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const [refused, quiet] = [
    startClone(`http://127.0.0.1:${await freePort()}`),
    startClone(`http://127.0.0.1:${port}`),
  ]
  await Promise.all([
    printed(/npm cannot reach its registry \(ECONNREFUSED\)\. Check the network/, refused),
    printed(/npm cannot reach its registry \((?:ERR_SOCKET_TIMEOUT|no answer)\)/, quiet),
  ])
})
