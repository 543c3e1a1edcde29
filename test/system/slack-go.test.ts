import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { startSlack } from '../support/slack.js'
import { unpackPackage } from '../support/unpack-package.js'

const run = promisify(execFile)
const source = fileURLToPath(new URL('slack-go.go', import.meta.url))
const buildWithinMs = 300_000

/** Compiles the program with the distribution's Go and its package of slack-go. */
async function compile(packages: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-go-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'source'))
  await copyFile(source, join(folder, 'source/main.go'))
  const root = join(packages, 'usr/lib/go-1.19')
  const env = {
    ...{
      ...process.env,
      GOROOT: root,
      GOPATH: join(packages, 'usr/share/gocode'),
      GOCACHE: join(folder, 'cache'),
    },
    ...{ GO111MODULE: 'off', CGO_ENABLED: '0', GOFLAGS: '-p=1' },
  }
  const options = { cwd: join(folder, 'source'), env, timeout: buildWithinMs }
  await run(join(root, 'bin/go'), ['build', '-o', '../program', 'main.go'], options)
  return join(folder, 'program')
}

test('slack-go posts, replies, updates, deletes, and sees errors and the rate limit', async context => {
  const packages = await unpackPackage('golang-github-slack-go-slack-dev', {
    also: ['golang-1.19-go', 'golang-1.19-src'],
  })
  if ('missing' in packages) return context.skip(packages.missing)
  const program = await compile(packages.folder)
  const world = await startSlack({ hookRate: { points: 40, seconds: 600 } })
  const { stdout } = await run(program, [world.url, firstHookKey, '#builds'])
  const [post, reply, ...others] = await world.posts('builds')
  expect(stdout.split('\n')).toEqual([
    'user First hook',
    `link ${world.url}/first-team/channels/builds?post=${post?.id}`,
    'error channel_not_found',
    'upload method_deprecated',
    'limited true',
    '',
  ])
  expect(post).toMatchObject({ message: 'a build that passed', rootId: '' })
  expect(reply).toMatchObject({ message: 'a reply', rootId: post?.id })
  expect(others).toEqual([])
}, 600_000)
