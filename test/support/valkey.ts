import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RedisBinary } from '@posthorn/standalone/services'
import { isRecent } from '../../apps/standalone/src/services/redis/binary.js'

const run = promisify(execFile)
const timeout = 120_000
const asRoot = ['-o', 'APT::Sandbox::User=root']
const libraries = ['liblzf1', 'libjemalloc2']
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'

/** Returns Valkey 8 of Debian's backports, unpacked next to the unpacked Redis, or why there is none in `missing`. */
export async function findValkey(): Promise<RedisBinary | { missing: string }> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'posthorn')
  const folder = join(cache, 'valkey')
  const binary = {
    command: join(folder, 'usr/bin/valkey-server'),
    libraries: join(folder, 'usr/lib/x86_64-linux-gnu'),
  }
  if (existsSync(folder)) return isRecent(binary) ? binary : { missing: 'the unpacked Valkey does not run' }
  await mkdir(cache, { recursive: true })
  const work = await mkdtemp(join(cache, 'valkey-'))
  try {
    await unpack(work)
    await rename(join(work, 'unpacked'), folder)
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0]
    if (!existsSync(folder)) return { missing: `no Valkey from apt-get: ${reason}` }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return isRecent(binary) ? binary : { missing: 'the Valkey of the backports does not run' }
}

/** Has package lists of its own for the backports, which the system's usually lack. */
async function unpack(work: string): Promise<void> {
  const [, release] = /^VERSION_CODENAME=(\w+)$/m.exec(await readFile('/etc/os-release', 'utf8')) ?? []
  const list = join(work, 'backports.list')
  const source = `deb [signed-by=${keyring}] http://deb.debian.org/debian ${release}-backports main`
  await writeFile(list, `${source}\n`)
  for (const folder of ['lists/partial', 'cache/archives/partial'])
    await mkdir(join(work, folder), { recursive: true })
  const of = { 'Dir::Etc::sourcelist': list, 'Dir::Etc::sourceparts': '-', 'Dir::Cache': join(work, 'cache') }
  const settings = Object.entries({ ...of, 'Dir::State::lists': join(work, 'lists') })
  const own = [...asRoot, ...settings.flatMap(([name, value]) => ['-o', `${name}=${value}`])]
  const here = { cwd: work, timeout }
  await run('apt-get', [...own, 'update'], here)
  await run('apt-get', [...own, 'download', 'valkey-server', 'valkey-tools'], here)
  await run('apt-get', [...asRoot, 'download', ...libraries], here)
  const files = (await readdir(work)).filter(file => file.endsWith('.deb'))
  for (const file of files) await run('dpkg', ['-x', file, 'unpacked'], here)
}
