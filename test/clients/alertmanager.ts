import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@posthorn/standalone/services'
import { onTestFinished } from 'vitest'
import { eventually } from '../support/eventually.js'
import { unpackPackage } from '../support/unpack-package.js'

const program = 'usr/bin/prometheus-alertmanager'
/** Debian's build looks for its templates here. */
const templates = '/usr/share/prometheus/alertmanager'

/** Returns a folder with the distribution's Alertmanager, or why there is none. */
export function unpackAlertmanager(): Promise<{ folder: string } | { missing: string }> {
  return unpackPackage('prometheus-alertmanager', { finish: makeRelocatable })
}

/** Makes it look for its templates in the working directory: only root may create their folder. */
async function makeRelocatable(folder: string): Promise<void> {
  const file = join(folder, program)
  const binary = await readFile(file, 'latin1')
  const here = './'.repeat(templates.length / 2)
  await writeFile(file, binary.replaceAll(templates, here), 'latin1')
}

/** Starts an Alertmanager that sends groups of alerts by name to a webhook, each change within about a second. */
export function startAlertmanager(folder: string, receiver: string) {
  return startWithReceivers(folder, 'it', `receivers: [{ name: it, ${receiver} }]`)
}

/** Starts an Alertmanager with these receivers, as its configuration has them. All alerts go to the named one. */
export async function startWithReceivers(folder: string, name: string, receivers: string) {
  const data = await mkdtemp(join(tmpdir(), 'posthorn-alertmanager-'))
  onTestFinished(() => rm(data, { recursive: true, force: true }))
  const url = `http://127.0.0.1:${await freePort()}`
  const route = `{ receiver: ${name}, group_by: [alertname], group_wait: 500ms, group_interval: 1s, repeat_interval: 1h }`
  await writeFile(join(data, 'config.yml'), `route: ${route}\n${receivers}\n`)
  const child = spawn(
    join(folder, program),
    [
      `--config.file=${join(data, 'config.yml')}`,
      `--storage.path=${data}`,
      `--web.listen-address=${url.slice('http://'.length)}`,
      '--cluster.listen-address=',
    ],
    { cwd: join(folder, templates), stdio: 'ignore' },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  await eventually(() => fetch(`${url}/-/ready`))
  const send = async (alerts: object[]) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/v2/alerts`, {
      method: 'POST',
      headers,
      body: JSON.stringify(alerts),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }
  const alertOf = (alertname: string, instance: string) => ({ labels: { alertname, instance } })
  return {
    fire: (
      name: string,
      instance: string,
      annotations: Record<string, string> = {},
      labels: Record<string, string> = {},
    ) => send([{ labels: { alertname: name, instance, ...labels }, annotations }]),
    resolve: (name: string, ...instances: string[]) => {
      const endsAt = new Date(Date.now() - 1000).toISOString()
      return send(instances.map(instance => ({ ...alertOf(name, instance), endsAt })))
    },
  }
}
