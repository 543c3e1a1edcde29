import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { findOnPath } from '../../apps/standalone/src/services/redis/binary.js'

const unit = fileURLToPath(new URL('../../deploy/systemd/posthorn@.service', import.meta.url))
const [analyze] = findOnPath('systemd-analyze')
const why = analyze === undefined ? ' (skipped: no systemd-analyze on the PATH)' : ''

/** Returns what systemd says against the unit after `change`. */
async function complaints(change: (text: string) => string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-systemd-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const template = join(folder, 'posthorn@.service')
  await copyFile(unit, template)
  const text = (await readFile(template, 'utf8')).replace('/usr/bin/node', process.execPath)
  await writeFile(template, change(text))
  const instance = join(folder, 'posthorn@ingress.service')
  const { stderr } = await promisify(execFile)(analyze as string, ['verify', instance]).catch(error => error)
  const lines: string[] = stderr.split('\n')
  return lines.filter(line => line.includes('posthorn')).join('\n') // other units of this machine may be wrong, too
}

test.skipIf(why)(`systemd accepts every line of deploy/systemd${why}`, async () => {
  expect(await complaints(text => text)).toBe('')
  expect(await complaints(text => text.replace('Restart=', 'Restrat='))).toContain('Restrat')
})
