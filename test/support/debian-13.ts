import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Unpacked } from './unpack-package.js'

const run = promisify(execFile)
const timeout = 180_000
const asRoot = ['-o', 'APT::Sandbox::User=root']
const suite = 'trixie'
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'
/** Where each package has its program. */
const programs = {
  pgbouncer: 'usr/sbin/pgbouncer',
  'redis-server': 'usr/bin/redis-server',
  'valkey-server': 'usr/bin/valkey-server',
}

/**
 * Returns a folder with a server of Debian 13, which is newer than that of Debian 12, or why there is none in `missing`. It brings its
 * own C library. Needs no root and installs nothing.
 */
export async function unpackFromDebian13(name: keyof typeof programs): Promise<Unpacked> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'posthorn')
  const folder = join(cache, `debian-13-${name}`)
  if (existsSync(folder)) return { folder, libraries: '' }
  await mkdir(cache, { recursive: true })
  const work = await mkdtemp(join(cache, `${name}-`))
  try {
    await unpack(name, work)
    await rename(join(work, 'unpacked'), folder)
  } catch (error) {
    const reason = `no ${name} of Debian 13: ${(error as Error).message.split('\n')[0]}`
    if (!existsSync(folder)) return { missing: reason } // otherwise another test was faster
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return { folder, libraries: '' }
}

/** Returns a Redis or Valkey of Debian 13, or why there is none in `missing`. */
export async function findNewer(name: 'redis-server' | 'valkey-server') {
  const unpacked = await unpackFromDebian13(name)
  return 'missing' in unpacked ? unpacked : { command: join(unpacked.folder, programs[name]) }
}

/** Has package lists of its own, because the system's are of another release. */
async function unpack(name: keyof typeof programs, work: string): Promise<void> {
  for (const folder of ['lists/partial', 'cache/archives/partial'])
    await mkdir(join(work, folder), { recursive: true })
  const list = join(work, 'debian-13.list')
  await writeFile(list, `deb [signed-by=${keyring}] ${await mirror()} ${suite} main\n`)
  const of = { 'Dir::Etc::sourcelist': list, 'Dir::Etc::sourceparts': '-', 'Dir::Cache': join(work, 'cache') }
  const settings = { ...of, 'Dir::State::lists': join(work, 'lists'), 'Dir::State::status': '/dev/null' }
  const own = [...asRoot, ...Object.entries(settings).flatMap(([key, value]) => ['-o', `${key}=${value}`])]
  const apt = (...args: string[]) => run('apt-get', [...own, ...args], { cwd: work, timeout })
  await apt('update')
  const { stdout } = await apt('-s', '--no-install-recommends', 'install', name)
  const planned = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, each = '']) => each)
  await apt(
    'download',
    name,
    ...planned.filter(each => /^(lib(?!perl|c-bin)|zlib|redis-|valkey-)/.test(each)),
  )
  const files = (await readdir(work)).filter(file => file.endsWith('.deb'))
  for (const file of files) await run('dpkg', ['-x', join(work, file), join(work, 'unpacked')])
  await startByLoader(join(work, 'unpacked'), programs[name])
}

/** Returns the server of the system's own packages, which may be a mirror. */
async function mirror(): Promise<string> {
  const { stdout } = await run('apt-get', [
    'indextargets',
    '--format',
    '$(ORIGIN) $(SITE)',
    'Identifier: Packages',
  ])
  const [, site] = /^Debian (\S+\/debian)\/?$/m.exec(stdout) ?? []
  if (site === undefined) throw new Error('this system has no packages of Debian')
  return site
}

/** Puts a script in the program's place that starts it with the C library next to it. */
async function startByLoader(folder: string, program: string): Promise<void> {
  const below = await readdir(folder, { recursive: true, withFileTypes: true })
  const loader = below.find(({ name }) => /^ld-linux.*\.so\.\d$/.test(name))
  if (!loader) throw new Error('libc6 has no loader')
  const libraries = loader.parentPath.slice(folder.length)
  const path = join(folder, program)
  await rename(path, `${path}.real`)
  const here = `here=$(dirname "$0")${'/..'.repeat(program.split('/').length - 1)}`
  const start = `exec "$here${libraries}/${loader.name}" --library-path "$here/usr/lib/$(uname -m)-linux-gnu" "$0.real" "$@"`
  await writeFile(path, `#!/bin/sh\n${here}\n${start}\n`)
  await chmod(path, 0o755)
}
