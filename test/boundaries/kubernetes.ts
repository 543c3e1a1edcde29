import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'

type Json = Record<string, unknown>
/** A Kubernetes object. */
export type Resource = Json & {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string> }
  spec?: Json
}
type Labels = { pairs: Record<string, string>; includeTemplates?: boolean }
export type Kustomization = {
  /** `resourcesOf` leaves the generated ConfigMap out. */
  configMapGenerator?: { name: string; files: string[] }[]
  resources?: string[]
  patches?: { path: string }[]
  labels?: Labels[]
  namespace?: string
  images?: { name: string; newName: string; newTag: string }[]
  replicas?: { name: string; count: number }[]
}

const folder = fileURLToPath(new URL('../../deploy/kubernetes/', import.meta.url))

/** Returns the objects of a folder below deploy/kubernetes, as Kustomize builds them. */
export function resourcesOf(name: string): Resource[] {
  const kustomization = readAll<Kustomization>(`${name}/kustomization.yaml`)[0] ?? {}
  const { resources = [], patches = [], labels = [] } = kustomization
  const found = resources.flatMap(path => {
    const target = join(name, path)
    return path.endsWith('.yaml') ? readAll<Resource>(target) : resourcesOf(target)
  })
  const changed = patches.flatMap(({ path }) => readAll<Resource>(join(name, path))).reduce(patched, found)
  const all = labels.reduce((all, one) => all.map(resource => labelled(resource, one)), changed)
  return all.map(resource => transformed(resource, kustomization))
}

/** Sets namespace, number of replicas and images. */
function transformed(resource: Resource, { namespace, images = [], replicas = [] }: Kustomization): Resource {
  const { count } =
    replicas.find(({ name }) => resource.kind === 'Deployment' && resource.metadata.name === name) ?? {}
  const changes = {
    ...(namespace !== undefined && { metadata: { namespace } }),
    ...(count !== undefined && { spec: { replicas: count } }),
  }
  const withImages = JSON.stringify(merged(resource, changes)).replaceAll(/(?<="image":")[^"]+/g, image => {
    const { newName, newTag } = images.find(({ name }) => name === image) ?? {}
    return newName === undefined ? image : `${newName}:${newTag}`
  })
  return JSON.parse(withImages)
}

/** Labels an object, and its pods only if the kustomization says so. Selectors stay. */
function labelled(resource: Resource, { pairs, includeTemplates = false }: Labels): Resource {
  const labels = { metadata: { labels: pairs } }
  const ofPods = includeTemplates && resource.spec?.template ? { spec: { template: labels } } : {}
  return merged(merged(resource, labels), ofPods) as Resource
}

/** Returns the documents of a file below deploy/kubernetes. */
export function readAll<Content>(path: string): Content[] {
  return parseAllDocuments(readFileSync(join(folder, path), 'utf8')).map(document => {
    if (document.errors[0]) throw document.errors[0]
    return document.toJS()
  })
}

const sameObject = (one: Resource, other: Resource) =>
  one.apiVersion === other.apiVersion && one.kind === other.kind && one.metadata.name === other.metadata.name

/** @throws if there is nothing to patch */
function patched(resources: Resource[], patch: Resource): Resource[] {
  if (!resources.some(one => sameObject(one, patch)))
    throw new Error(`nothing to patch: ${patch.kind} ${patch.metadata.name} in ${dirname(folder)}`)
  return resources.map(one => (sameObject(one, patch) ? (merged(one, patch) as Resource) : one))
}

/** A strategic merge: objects by field, lists of containers and variables by name, other lists as a whole. null removes. */
function merged(one: unknown, other: unknown): unknown {
  if (isNamedList(one) && isNamedList(other)) {
    const added = other.filter(item => !one.some(({ name }) => name === item.name))
    const kept = one.map(item => {
      const change = other.find(({ name }) => name === item.name)
      return change ? merged(item, change) : item
    })
    return [...kept, ...added]
  }
  if (Array.isArray(other)) return other.filter(item => item.$patch !== 'replace')
  if (!isObject(one) || !isObject(other)) return other
  const changed = Object.entries(other).map(([name, value]) => [
    name,
    name in one ? merged(one[name], value) : value,
  ])
  const all = Object.entries({ ...one, ...Object.fromEntries(changed) })
  return Object.fromEntries(all.filter(([, value]) => value !== null))
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isNamedList(value: unknown): value is (Json & { name: string })[] {
  return Array.isArray(value) && value.every(item => isObject(item) && typeof item.name === 'string')
}
