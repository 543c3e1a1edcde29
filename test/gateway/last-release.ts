import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const maxBuffer = 256 * 1024 * 1024

export type Release = { folder: string } | { missing: string }

/**
 * Returns a folder with the last release, installed and built: the last tag, or else the last commit before the version in
 * package.json. It stays next to the unpacked packages. Needs the history and npm's registry, otherwise says so in `missing`.
 */
export async function buildLastRelease(): Promise<Release> {
  const commit = await lastRelease().catch((error: Error) => error)
  if (commit instanceof Error) return { missing: `no earlier release in git: ${firstLine(commit)}` }
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'posthorn')
  const folder = join(cache, `release-${commit}`)
  if (existsSync(folder)) return { folder }
  await mkdir(cache, { recursive: true })
  const work = await mkdtemp(join(cache, 'release-'))
  try {
    await build(commit, work)
    await rename(work, folder)
    return { folder }
  } catch (error) {
    await rm(work, { recursive: true, force: true })
    return { missing: `the last release cannot be built: ${firstLine(error as Error)}` }
  }
}

async function lastRelease(): Promise<string> {
  const tag = await git('describe', '--tags', '--abbrev=0').catch(() => undefined)
  if (tag !== undefined) return git('rev-parse', `${tag}^{commit}`)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const setBy = await git('log', '-1', '--format=%H', `-S"version": "${version}"`, '--', 'package.json')
  return git('rev-parse', '--verify', `${setBy}^`)
}

async function git(...args: string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: root })
  return stdout.trim()
}

async function build(commit: string, folder: string): Promise<void> {
  const archive = { cwd: root, maxBuffer, encoding: 'buffer' } as const
  const { stdout } = await run('git', ['archive', '--format=tar', commit], archive)
  await writeFile(join(folder, 'release.tar'), stdout)
  const here = { cwd: folder, maxBuffer }
  await run('tar', ['-xf', 'release.tar'], here)
  await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], here)
  const apps = ['api', 'ingress', 'worker'].map(name => `--filter=@posthorn/${name}`)
  await run('npx', ['turbo', 'run', 'build', ...apps], here)
}

function firstLine(error: Error): string {
  return error.message.split('\n')[0] ?? ''
}
