import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '@posthorn/standalone/services'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { eventually } from '../support/eventually.js'
import { prometheus, promtoolMissing } from '../support/promtool.js'
import { asRead, services } from './compose.js'

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url))
const read = (file: string) => readFileSync(join(deploy, file), 'utf8')
const why = promtoolMissing === undefined ? '' : ` (skipped: ${promtoolMissing})`

/** Starts Prometheus with the arguments of the compose file. Returns its address and the URL that is asked for its health. */
async function startPrometheus() {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-prometheus-'))
  const address = `127.0.0.1:${await freePort()}`
  const inContainer = services.prometheus?.command ?? []
  const args = inContainer.map(arg => arg.replace('/etc/', deploy).replace('=/prometheus', `=${folder}`))
  const server = spawn(prometheus, [...args, `--web.listen-address=${address}`], { stdio: 'ignore' })
  onTestFinished(async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
    await rm(folder, { recursive: true })
  })
  const probe = services.prometheus?.healthcheck?.test.at(-1)?.replace('127.0.0.1:9090', address) ?? ''
  return { address, probe }
}

test.skipIf(promtoolMissing)(`the compose file’s Prometheus becomes ready with all rules${why}`, async () => {
  const { address, probe } = await startPrometheus()
  await eventually(async () => expect((await fetch(probe)).status).toBe(200))
  const { data } = (await (await fetch(`http://${address}/api/v1/rules`)).json()) as Rules
  const rules = parse(read('prometheus/rules.yaml')).groups[0].rules
  expect(data.groups.flatMap(group => group.rules)).toHaveLength(rules.length)
})

type Rules = { data: { groups: { rules: { health: string }[] }[] } }

test('scrapes every process of a name, each as a target of its own', () => {
  const { scrape_configs: jobs } = parse(read('prometheus/prometheus.yaml'))
  for (const [config] of jobs.map((job: { dns_sd_configs: unknown[] }) => job.dns_sd_configs))
    expect(config).toMatchObject({ type: 'A', port: 8067 })
  expect(jobs).toHaveLength(3)
})

test('gives Grafana the dashboard and the Prometheus of the compose file', () => {
  const [source] = parse(read('grafana/provisioning/datasources/posthorn.yaml')).datasources
  expect(source).toMatchObject({ type: 'prometheus', url: 'http://prometheus:9090', isDefault: true })
  const [provider] = parse(read('grafana/provisioning/dashboards/posthorn.yaml')).providers
  const mounted = `./deploy/grafana/posthorn.json:${provider.options.path}/posthorn.json:ro`
  expect(services.grafana?.volumes).toContain(mounted)
  expect(JSON.parse(read('grafana/posthorn.json')).templating.list[0]).toMatchObject({ query: source.type })
})

test('starts Grafana only with a password', async () => {
  const [shell = '', ...script] = asRead(services.grafana?.entrypoint ?? [])
  const start = (password: string) =>
    promisify(execFile)(
      shell,
      script.map(part => part.replace('/run.sh', 'echo started')),
      {
        env: { PATH: process.env.PATH, GF_SECURITY_ADMIN_PASSWORD: password },
      },
    )
  await expect(start('')).rejects.toThrow('set GRAFANA_PASSWORD in .env')
  expect((await start('long and own')).stdout).toBe('started\n')
})
