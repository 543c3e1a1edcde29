import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const always = ['-o', 'APT::Sandbox::User=root']
const timeout = 60_000

/** `libraries`: what `LD_LIBRARY_PATH` needs for the package's programs. */
export type Unpacked = { folder: string; libraries: string } | { missing: string }

/**
 * Returns a folder with a package of the distribution and the libraries that this machine lacks, unpacked next to the unpacked
 * Redis. Needs no root and installs nothing. Returns why there is none in `missing`.
 * @param finish changes the unpacked folder before its first use
 * @param also further packages
 */
export async function unpackPackage(
  name: string,
  {
    finish = async () => {},
    also = [],
  }: { finish?: (folder: string) => Promise<void>; also?: string[] } = {},
): Promise<Unpacked> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'posthorn')
  const folder = join(cache, name)
  if (existsSync(folder)) return { folder, libraries: await librariesIn(folder) }
  await mkdir(cache, { recursive: true })
  const work = await mkdtemp(join(cache, `${name}-`))
  try {
    const wanted = [name, ...also, ...(await missingLibraries(name))]
    await run('apt-get', [...always, 'download', ...wanted], {
      cwd: work,
      timeout,
    })
    const unpacked = join(work, 'unpacked')
    const files = (await readdir(work)).filter(file => file.endsWith('.deb'))
    for (const file of files) await run('dpkg', ['-x', join(work, file), unpacked])
    await finish(unpacked)
    await rename(unpacked, folder)
  } catch (error) {
    const reason = `no ${name} from apt-get: ${(error as Error).message.split('\n')[0]}`
    if (!existsSync(folder)) return { missing: reason } // otherwise another test was faster
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return { folder, libraries: await librariesIn(folder) }
}

/** Libraries, and data that has a package of its own. Leaves out the C library: half of it would break every program. */
async function missingLibraries(name: string): Promise<string[]> {
  const plan = ['-s', '--no-install-recommends', 'install', name]
  const { stdout } = await run('apt-get', [...always, ...plan], { timeout })
  const planned = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, library = '']) => library)
  return planned.filter(
    library =>
      /^(?:lib|python3-|golang-github-)|-common$/.test(library) && !/^libc(6|-bin|-dev|-l10n)/.test(library),
  )
}

async function librariesIn(folder: string): Promise<string> {
  const below = await readdir(folder, { recursive: true, withFileTypes: true })
  const folders = below.filter(({ name }) => /\.so(\.|$)/.test(name)).map(({ parentPath }) => parentPath)
  return [...new Set(folders)].join(':')
}
