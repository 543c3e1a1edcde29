import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { inKubernetes } from '../gateway/container-files.js'
import { type Resource, resourcesOf } from './kubernetes.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folders = ['base', 'overlays/production']
const packages = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** Modules of kubernetes-types by API version. */
const modules: Record<string, string> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'policy/v1': 'policy/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'networking.k8s.io/v1': 'networking/v1',
}
/** Of KEDA, which is no part of Kubernetes: the fields that its documentation requires. */
const scaledObject = `{ apiVersion: 'keda.sh/v1alpha1'; kind: 'ScaledObject'; metadata: { name: string; namespace?: string }; spec: {
  scaleTargetRef: { name: string }; minReplicaCount?: number; maxReplicaCount?: number;
  triggers: { type: 'prometheus'; metricType: 'AverageValue' | 'Value'; metadata: { serverAddress: string; query: string; threshold: string } }[] } }`

test.each(folders)(
  'the Kubernetes objects of %s have the fields and types of Kubernetes 1.30',
  async folder => {
    expect(await mistakesIn(resourcesOf(folder))).toBe('')
  },
)

const kustomize = spawnSync('kubectl', ['version', '--client'])
/** Says in the report why a test was skipped. */
const why = kustomize.status === 0 ? '' : ' (skipped: no kubectl)'

test.skipIf(why).each(folders)(`builds the same Kubernetes objects of %s as Kustomize${why}`, folder => {
  const built = spawnSync('kubectl', ['kustomize', `${root}deploy/kubernetes/${folder}`], {
    encoding: 'utf8',
  })
  expect(built.stderr).toBe('')
  const withoutHash = built.stdout.replaceAll(/(?<=name: posthorn-gateway)-\w{10}$/gm, '')
  const objects: Resource[] = parseAllDocuments(withoutHash).map(document => document.toJS())
  const byName = (all: Resource[]) => new Map(all.map(one => [`${one.kind} ${one.metadata.name}`, one]))
  const found = byName(objects)
  const configuration = found.get('ConfigMap posthorn-gateway') as (Resource & { data: object }) | undefined
  expect(Object.keys(configuration?.data ?? {})).toHaveLength(
    folder === 'base' ? 0 : inKubernetes.files.length,
  )
  found.delete('ConfigMap posthorn-gateway')
  expect(found).toEqual(byName(resourcesOf(folder)))
})

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
