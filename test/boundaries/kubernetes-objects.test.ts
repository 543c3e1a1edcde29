import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Deployment } from 'kubernetes-types/apps/v1.js'
import type { Container, PodSpec } from 'kubernetes-types/core/v1.js'
import { expect, test } from 'vitest'
import { services } from './compose.js'
import { type Resource, resourcesOf } from './kubernetes.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const secrets = [
  'DATABASE_URL',
  'REDIS_URL',
  'SECRETS_KEY',
  'SECRETS_KEY_PREVIOUS',
  'METRICS_TOKEN',
  'SMTP_URL',
]
const env = readFileSync(`${root}packages/server/src/process/env.ts`, 'utf8')
const pods = resourcesOf('overlays/production').flatMap(one => {
  if (one.kind !== 'Deployment') return []
  return [[one.metadata.name, (one as unknown as Deployment).spec?.template.spec as PodSpec] as const]
})
const containersOf = ({ initContainers = [], containers }: PodSpec): Container[] => [
  ...initContainers,
  ...containers,
]
const containers = pods.flatMap(([name, pod]) => containersOf(pod).map(one => [name, one] as const))

test('runs every process of the image in Kubernetes, and the gateway of the compose file', () => {
  const gateway = containers.find(([name]) => name === 'posthorn-gateway')?.[1]
  expect(gateway).toMatchObject({ image: services.gateway?.image, command: services.gateway?.command })
  const own = containers.filter(([, container]) => container !== gateway)
  expect(own.map(([, { command }]) => command?.[1]).toSorted()).toEqual([
    'apps/api/dist/main.js',
    'apps/api/dist/migrate.js',
    'apps/ingress/dist/main.js',
    'apps/worker/dist/main.js',
  ])
  for (const [, { command }] of own) {
    const source = command?.[1]?.replace('/dist/', '/src/').replace(/js$/, 'ts')
    expect(existsSync(`${root}${source}`)).toBe(true)
  }
})

test.each(pods)('confines %s in Kubernetes', (_, pod) => {
  expect(pod).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  })
  for (const container of containersOf(pod))
    expect(container).toMatchObject({
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

test('has nothing that cannot be applied again with another image', () => {
  const fixed = ['Job', 'Pod'] // Kubernetes rejects changes to their containers
  const all = [...resourcesOf('base'), ...resourcesOf('overlays/production')]
  expect(all.filter(({ kind }) => fixed.includes(kind))).toEqual([])
})

test('scales workers as the comment in scaling.yaml says', () => {
  const [scaled] = resourcesOf('overlays/production').filter(({ kind }) => kind === 'ScaledObject')
  const spec = scaled?.spec as unknown as ScaledObjectSpec
  const { minReplicaCount: min, maxReplicaCount: max, triggers, ...others } = spec
  expect(Object.keys(others)).toEqual(['scaleTargetRef']) // a cooldown would apply only to a minimum of 0
  const [{ metricType, metadata }] = triggers
  expect(metricType).toBe('Value')
  /** One step of Kubernetes' algorithm with its default limits. */
  const step = (workers: number, seconds: number) => {
    const ratio = seconds / Number(metadata.threshold)
    const wanted = Math.abs(ratio - 1) <= 0.1 ? workers : Math.ceil(workers * ratio)
    return Math.min(Math.max(wanted, min), max, Math.max(workers + 4, workers * 2))
  }
  const steps = (from: number, seconds: number) =>
    [1, 2, 3].reduce<number[]>(all => [...all, step(all.at(-1) ?? from, seconds)], [])
  expect(steps(8, 1)).toEqual([4, 2, 2])
  expect(steps(2, 3)).toEqual([3, 5, 8])
  expect(steps(2, 10)).toEqual([6, 8, 8])
  expect([1.81, 2.19].map(seconds => step(5, seconds))).toEqual([5, 5])
})

type ScaledObjectSpec = {
  minReplicaCount: number
  maxReplicaCount: number
  triggers: [{ metricType?: string; metadata: { threshold: string } }]
}

test('gives each process in Kubernetes the secrets that it reads', () => {
  const scripts = {
    api: 'apps/api/src/main.ts',
    ingress: 'apps/ingress/src/main.ts',
    worker: 'apps/worker/src/main.ts',
  }
  for (const [name, script] of Object.entries(scripts)) {
    const read = readFileSync(`${root}${script}`, 'utf8')
    const isRead = (variable: string) => read.includes(`'${variable}'`) || variable === 'METRICS_TOKEN' // every service reads it (run-service.ts)
    const [, container] = containers.find(([, one]) => one.name === name) ?? []
    const given = container?.env?.map(variable => variable.name) ?? []
    expect(secrets.filter(isRead)).toEqual(secrets.filter(variable => given.includes(variable)))
  }
})

test('leaves the number of pods to the autoscalers, also when the files are applied again', () => {
  const all = resourcesOf('overlays/production')
  const scaled = all.flatMap(({ spec }) => (spec?.scaleTargetRef as { name: string } | undefined)?.name ?? [])
  expect(scaled.toSorted()).toEqual(['posthorn-ingress', 'posthorn-worker'])
  const fixed = all.filter(({ kind, spec }) => kind === 'Deployment' && spec?.replicas !== undefined)
  expect(fixed.map(({ metadata }) => metadata.name).toSorted()).toEqual(['posthorn-api', 'posthorn-gateway'])
})

test('says on each process’s pods in Kubernetes where Prometheus finds metrics', () => {
  const all = resourcesOf('overlays/production')
  const { data } = all.find(({ kind }) => kind === 'ConfigMap') as Resource & { data: object }
  const found = all.flatMap(one => {
    const { metadata } = (one as unknown as Deployment).spec?.template ?? {}
    return metadata?.annotations ? [[one.metadata.name, metadata.annotations]] : []
  })
  const where = {
    'prometheus.io/scrape': 'true',
    'prometheus.io/port': (data as { OPS_PORT: string }).OPS_PORT,
  }
  expect(Object.fromEntries(found)).toEqual({
    'posthorn-ingress': where,
    'posthorn-api': where,
    'posthorn-worker': where,
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

test('mounts a volume that all api pods can write where they store files', () => {
  const all = resourcesOf('overlays/production')
  const { data } = all.find(({ kind }) => kind === 'ConfigMap') as Resource & { data: Record<string, string> }
  const claim = all.find(({ kind }) => kind === 'PersistentVolumeClaim')
  const api = pods.find(([name]) => name === 'posthorn-api')?.[1]
  expect(claim?.spec).toMatchObject({ accessModes: ['ReadWriteMany'] })
  expect(api?.volumes).toContainEqual({
    name: 'files',
    persistentVolumeClaim: { claimName: claim?.metadata.name },
  })
  expect(api?.containers[0]?.volumeMounts).toContainEqual({ name: 'files', mountPath: data.FILES_DIR })
  expect(api?.securityContext).toMatchObject({ runAsUser: 1000, fsGroup: 1000 })
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
  expect(new Set(names)).toEqual(deployments)
  expect(scaled.filter(name => !deployments.has(name))).toEqual([])
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
    posthorn: 3,
    'posthorn-from-gateway': 2,
    'posthorn-api-from-ingress': 1,
    'posthorn-ingress-to-api': 1,
    'posthorn-api-out': 1,
    'posthorn-to-collector': 3,
    'posthorn-gateway': 1,
  })
})
