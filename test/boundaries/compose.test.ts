import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@posthorn/standalone/services'
import { expect, onTestFinished, test } from 'vitest'
import { withLibraries } from '../../apps/standalone/src/services/redis/binary.js'
import { findRedis } from '../../apps/standalone/src/services/redis/find-redis.js'
import { answersPing } from '../../apps/standalone/src/services/redis/probe.js'
import { cacheDir } from '../../apps/standalone/src/services/redis/redis.js'
import { eventually } from '../support/eventually.js'
import { asRead, type ComposeService, dockerfile, services } from './compose.js'

const byDigest = /:[\w.-]+@sha256:[0-9a-f]{64}$/

test('runs in compose what the README documents', () => {
  const running = (profile?: string) => namesWhere(({ profiles }) => profiles?.[0] === profile)
  expect(running()).toEqual(['api', 'ingress', 'migrate', 'postgres', 'redis', 'worker'])
  expect(running('gateway')).toEqual(['gateway'])
  expect(running('monitoring')).toEqual(['grafana', 'prometheus'])
})

test.each(Object.entries(services))('confines %s', (_name, service) => {
  expect(service).toMatchObject({
    cap_drop: ['ALL'],
    read_only: true,
    security_opt: ['no-new-privileges:true'],
    deploy: {
      resources: {
        limits: { memory: expect.stringMatching(/^\d+[gm]$|^\$\{REDIS_MEMORY/), pids: expect.any(Number) },
      },
    },
  })
})

test('pins every image by tag and digest, and runs nothing as root', () => {
  for (const { build, image, user } of Object.values(services)) {
    if (build === undefined) expect(image).toMatch(byDigest)
    expect(build ?? user).toMatch(/^(\.|postgres|redis|nginx|nobody|472)$/)
  }
  const [, base] = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile) ?? []
  expect(base).toMatch(byDigest)
  expect(dockerfile).not.toMatch(/^FROM (?!\$\{NODE_IMAGE\})/m)
  expect(dockerfile.slice(dockerfile.lastIndexOf('FROM'))).toMatch(/^USER node$/m)
})

test('checks the health of every service that keeps running, and mounts files that exist, for reading only', () => {
  expect(namesWhere(({ healthcheck }) => !healthcheck)).toEqual(['migrate'])
  const mounts = Object.values(services).flatMap(({ volumes = [] }) =>
    volumes.filter(one => one.startsWith('./')),
  )
  expect(mounts.length).toBeGreaterThan(8)
  for (const mount of mounts) {
    expect(mount).toMatch(/:ro$/)
    expect(existsSync(fileURLToPath(new URL(`../../${mount.split(':')[0]}`, import.meta.url)))).toBe(true)
  }
})

test('passes no password on a command line', () => {
  for (const { command = [], healthcheck } of Object.values(services))
    expect([...command, ...(healthcheck?.test ?? [])].join(' ')).not.toMatch(/\$\{\w*PASSWORD/)
})

test('makes the Redis of the compose file require its password, which is not on its command line', async () => {
  const password = 'a1b2c3d4e5f6a7b8c9'
  const { pid, port } = await startRedisOfCompose(password)
  await eventually(async () => expect(await answersPing(port, password)).toBe('answers'))
  expect(await answersPing(port, 'another')).toBe('silent')
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toMatch(/^redis-server(?!.*a1b2c3)/s)
})

function namesWhere(isWanted: (service: ComposeService) => boolean): string[] {
  return Object.keys(services).filter(name => isWanted(services[name] as ComposeService))
}

/** Runs the service's command like Docker, on another port and in another folder. */
async function startRedisOfCompose(password: string) {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-compose-'))
  const port = await freePort()
  const { command, libraries } = await findRedis(cacheDir(folder), () => {})
  const PATH = `${dirname(command)}${delimiter}${process.env.PATH}`
  const env = { ...withLibraries(libraries), PATH, REDISCLI_AUTH: password }
  const [shell = '', ...args] = asRead(services.redis?.command ?? [])
  const own = ['--port', String(port), '--dir', folder, '--bind', '127.0.0.1', '--set-proc-title', 'no']
  const child = spawn(shell, [...args, ...own], { env, stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
    await rm(folder, { recursive: true })
  })
  return { pid: child.pid as number, port }
}
