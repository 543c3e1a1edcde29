import { join } from 'node:path'
import { services } from '../boundaries/compose.js'
import { type Kustomization, type Resource, readAll } from '../boundaries/kubernetes.js'

/** Where ingress and api listen. */
export type Addresses = { ingress: string; api: string }

/**
 * What a container of the gateway has below /etc/nginx, by the file's source in the repository, and what a machine without the
 * container's network needs in place of the addresses.
 */
export type Container = {
  files: [target: string, source: string][]
  changes: (behind: Addresses) => [string, string][]
}

/** nginx 1.22 cannot look up names again. */
export const inCompose: Container = {
  files: (services.gateway?.volumes ?? []).flatMap(volume => {
    const [, source = '', target = ''] = /^\.\/(.+):\/etc\/nginx\/(.+):ro$/.exec(volume) ?? []
    return source === '' ? [] : [[target, source]]
  }),
  changes: ({ ingress, api }) => [
    ['resolver 127.0.0.11 valid=5s;', ''],
    ['ingress:8065 max_fails=0 resolve', `${ingress} max_fails=0`],
    ['api:8065 max_fails=0 resolve', `${api} max_fails=0`],
  ],
}

export const inKubernetes: Container = {
  files: mountedFiles(),
  changes: ({ ingress, api }) => [
    ['server posthorn-ingress ', `server ${ingress} `],
    ['server posthorn-api ', `server ${api} `],
  ],
}

type Volume = { configMap?: { items: { key: string; path: string }[] } }
type Gateway = Resource & { spec: { template: { spec: { volumes: Volume[] } } } }

/** Follows the files through the generated ConfigMap into the pod. */
function mountedFiles(): Container['files'] {
  const [kustomization] = readAll<Kustomization>('../nginx/kustomization.yaml')
  const generated = kustomization?.configMapGenerator?.flatMap(({ files }) => files) ?? []
  const sources = new Map(
    generated.map(file => [file.split('=')[0], join('deploy/nginx', file.split('=').at(-1) ?? '')]),
  )
  const [gateway] = readAll<Gateway>('overlays/production/gateway.yaml')
  const items = gateway?.spec.template.spec.volumes.flatMap(({ configMap }) => configMap?.items ?? []) ?? []
  return items.map(({ key, path }) => [path, sources.get(key) ?? key])
}
