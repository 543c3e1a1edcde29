import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Deployment } from 'kubernetes-types/apps/v1.js'
import type { Job } from 'kubernetes-types/batch/v1.js'
import type { Container, PodSpec } from 'kubernetes-types/core/v1.js'
import { expect, onTestFinished, test } from 'vitest'
import { type Resource, resourcesOf } from './kubernetes.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folders = ['base', 'overlays/production']
const packages = fileURLToPath(new URL('../../node_modules', import.meta.url))
const env = readFileSync(`${root}packages/server/src/process/env.ts`, 'utf8')

/** Modules of kubernetes-types by API version. */
const modules: Record<string, string> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'batch/v1': 'batch/v1',
  'policy/v1': 'policy/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'networking.k8s.io/v1': 'networking/v1',
}
/** Of KEDA, which is no part of Kubernetes: the fields that its documentation requires. */
const scaledObject = `{ apiVersion: 'keda.sh/v1alpha1'; kind: 'ScaledObject'; metadata: { name: string }; spec: {
  scaleTargetRef: { name: string }; minReplicaCount?: number; maxReplicaCount?: number; pollingInterval?: number;
  cooldownPeriod?: number; triggers: { type: 'prometheus'; metadata: { serverAddress: string; query: string; threshold: string } }[] } }`

test.each(folders)(
  'the Kubernetes objects of %s have the fields and types of Kubernetes 1.30',
  async folder => {
    expect(await mistakesIn(resourcesOf(folder))).toBe('')
  },
)

test('finds unknown fields, wrong types and missing fields in Kubernetes objects', async () => {
  const named = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x' } }
  const template = { spec: { containers: [{ name: 'x', imagePolicy: 'Always' }] } }
  expect(await mistakesIn([{ ...named, spec: { selector: {}, template } }])).toContain('"imagePolicy"')
  expect(await mistakesIn([{ ...named, spec: { selector: {}, template: {}, replicas: '2' } }])).toContain(
    "'string'",
  )
  expect(await mistakesIn([{ ...named, spec: { template: {} } }])).toContain("'selector'")
})

/** Compiles the objects against kubernetes-types. Returns the compiler's complaints. */
async function mistakesIn(resources: Resource[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-kubernetes-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const lines = resources.map(
    (one, index) => `export const object${index}: ${typeOf(one)} = ${JSON.stringify(one)}`,
  )
  await writeFile(join(folder, 'objects.ts'), lines.join('\n'))
  const paths = { 'kubernetes-types/*': [`${packages}/kubernetes-types/*`] }
  const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', types: [], paths }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['objects.ts'] }))
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const run = promisify(execFile)(process.execPath, [tsc, '-p', folder])
  return run.then(
    () => '',
    ({ stdout }) => String(stdout),
  )
}

function typeOf({ apiVersion, kind }: Resource): string {
  if (kind === 'ScaledObject') return scaledObject
  return `import('kubernetes-types/${modules[apiVersion]}').${kind}`
}

const pods = resourcesOf('overlays/production').flatMap(one => {
  if (one.kind !== 'Deployment' && one.kind !== 'Job') return []
  return [[one.metadata.name, (one as unknown as Deployment | Job).spec?.template.spec as PodSpec] as const]
})
const containers = pods.map(([name, { containers }]) => [name, containers[0] as Container] as const)

test('runs every process of the image in Kubernetes', () => {
  expect(containers.map(([, { command }]) => command?.[1]).toSorted()).toEqual([
    'apps/api/dist/main.js',
    'apps/api/dist/migrate.js',
    'apps/ingress/dist/main.js',
    'apps/worker/dist/main.js',
  ])
  for (const [, { command }] of containers) {
    const source = command?.[1]?.replace('/dist/', '/src/').replace(/js$/, 'ts')
    expect(existsSync(`${root}${source}`)).toBe(true)
  }
})

test.each(pods)('confines %s in Kubernetes', (_, pod) => {
  expect(pod).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  })
  expect(pod.containers[0]).toMatchObject({
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    resources: {
      requests: { cpu: expect.any(String), memory: expect.any(String) },
      limits: { memory: expect.any(String) },
    },
  })
})

test('passes secrets to Kubernetes by reference, and only variables that exist', () => {
  const settings = resourcesOf('overlays/production').find(({ kind }) => kind === 'ConfigMap') as Resource & {
    data: object
  }
  expect(Object.keys(settings.data).filter(name => /URL_|SECRET|PASSWORD|TOKEN/.test(name))).toEqual([])
  const inPods = containers.flatMap(([, container]) => container.env ?? [])
  expect(inPods.filter(({ value, valueFrom }) => value !== undefined || !valueFrom?.secretKeyRef)).toEqual([])
  const names = [...Object.keys(settings.data), ...inPods.map(({ name }) => name)]
  expect(names.filter(name => !new RegExp(`^ +${name}:`, 'm').test(env))).toEqual([])
})

test('every Kubernetes object that refers to pods finds some', () => {
  const all = resourcesOf('overlays/production')
  const deployments = new Set(
    all.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name),
  )
  const selected = all.flatMap(({ kind, spec }) =>
    kind === 'Service' || kind === 'PodDisruptionBudget' ? [spec] : [],
  )
  const names = JSON.stringify(selected).match(/(?<="app\.kubernetes\.io\/name":")[\w-]+/g) ?? []
  const scaled = all.flatMap(({ spec }) => (spec?.scaleTargetRef as { name: string } | undefined)?.name ?? [])
  const backends = JSON.stringify(all.filter(({ kind }) => kind === 'Ingress')).match(
    /(?<="service":{"name":")[\w-]+/g,
  )
  expect(new Set(names)).toEqual(deployments)
  expect([...scaled, ...(backends ?? [])].filter(name => !deployments.has(name))).toEqual([])
})

type Selector = {
  matchLabels?: Record<string, string>
  matchExpressions?: { key: string; operator: string; values: string[] }[]
}

function selectorOf({ matchLabels = {}, matchExpressions = [] }: Selector) {
  return (labels: Record<string, string>) =>
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
}

test('applies the network policy of all pods to every pod, and the others to some', () => {
  const all = resourcesOf('overlays/production')
  const labelsOf = ({ spec }: Resource) =>
    (spec as { template: { metadata: { labels: Record<string, string> } } }).template.metadata.labels
  const templates = all.filter(({ spec }) => spec?.template).map(labelsOf)
  const policies = all.filter(({ kind }) => kind === 'NetworkPolicy')
  const counts = policies.map(({ metadata, spec }) => {
    const selects = selectorOf(spec?.podSelector as Selector)
    return [metadata.name, templates.filter(selects).length]
  })
  expect(templates).toHaveLength(4)
  expect(Object.fromEntries(counts)).toEqual({
    posthorn: 4,
    'posthorn-from-gateway': 2,
    'posthorn-api-out': 1,
    'posthorn-to-collector': 4,
  })
})
