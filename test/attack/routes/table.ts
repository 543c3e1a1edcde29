import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Call } from '@posthorn/contract'
import * as contract from '@posthorn/contract'
import { adapters } from '@posthorn/formats'

/** What names the caller of a route: a key in the path, a session, a token of Slack's API, an app's secret, or nothing. */
export type Credential = 'key' | 'session' | 'token' | 'client' | 'nothing'

/** A route as Fastify registers it, with parameters such as `:key`. `bodyBytes`: the longest body that it reads. */
export type Route = {
  process: 'ingress' | 'api'
  method: string
  path: string
  credential: Credential
  bodyBytes: number
  /** The call of API v3. */
  call?: Call
}

const mebibyte = 1024 * 1024
const [openBytes, userBytes] = [16 * 1024, 64 * 1024]

type Shape = Omit<Route, 'method' | 'path'>

/** Reads `GET|POST /path`. */
function routesOf(line: string, shape: Shape): Route[] {
  const [methods = '', path = ''] = line.split(' ')
  return methods.split('|').map(method => ({ method, path, ...shape }))
}

const ofKeys: Shape = { process: 'ingress', credential: 'key', bodyBytes: mebibyte }
const ofTokens: Shape = { process: 'api', credential: 'token', bodyBytes: mebibyte }
const ofReaders: Shape = { process: 'api', credential: 'token', bodyBytes: openBytes }
const ofApps: Shape = { process: 'api', credential: 'client', bodyBytes: openBytes }
const ofUsers: Shape = { process: 'api', credential: 'session', bodyBytes: userBytes }
const ofAnybody: Shape = { process: 'api', credential: 'nothing', bodyBytes: openBytes }
const ofUploads: Shape = { process: 'api', credential: 'nothing', bodyBytes: mebibyte }
const ofOperators: Shape = { process: 'ingress', credential: 'nothing', bodyBytes: 0 }

const discord = ['/api/webhooks/:hook/:key', '/api/:version/webhooks/:hook/:key'].flatMap(base => [
  `GET|POST|OPTIONS ${base}`,
  `POST|OPTIONS ${base}/:adapter`,
  `GET|PATCH|DELETE|OPTIONS ${base}/messages/:target`,
])

const lines: [shape: Shape, lines: string[]][] = [
  [
    ofKeys,
    [
      ...['/hooks/:key', '/api/v3/teams/:team/hooks/:key'].map(path => `POST|OPTIONS ${path}`),
      'POST /hooks/:key/:adapter',
      ...['/hooks/*', '/services/*', '/api/webhooks/*', '/api/:version/webhooks/*'].map(
        path => `POST ${path}`,
      ),
      'POST|OPTIONS /services/:workspace/:webhook/:secret',
      ...['posts', 'deliveries'].map(noun => `GET|PATCH|DELETE|OPTIONS /hooks/:key/${noun}/:target`),
      ...discord,
    ],
  ],
  [
    ofTokens,
    [
      ...['api.test', 'auth.test', 'chat.postMessage', 'chat.update', 'chat.delete', 'chat.getPermalink'],
      ...['files.getUploadURLExternal', 'files.completeUploadExternal', 'files.upload'],
    ].map(method => `GET|POST /api/${method}`),
  ],
  [
    ofReaders,
    [
      ...['conversations.list', 'conversations.info', 'conversations.history', 'conversations.replies'],
      ...['conversations.join', 'users.info', 'users.list', 'users.lookupByEmail', ':method'],
    ].map(method => `GET|POST /api/${method}`),
  ],
  [ofApps, ['access_token', 'token', 'revoke', 'introspect'].map(name => `POST /oauth/${name}`)],
  [ofUsers, ['GET|POST /oauth/authorize', 'GET /api/v4/users/me', 'GET /api/v4/user']],
  [ofUploads, ['POST /uploads/:secret', 'POST /hook-forms/:secret']],
  [
    ofAnybody,
    [
      'GET /.well-known/oauth-authorization-server',
      'GET|POST /mail/unsubscribe',
      'GET /public-files/:file',
      ...['openapi.json', 'docs', 'docs/json', 'docs/yaml'].map(path => `GET /api/v3/${path}`),
      ...['index.html', 'swagger-initializer.js', '*'].map(file => `GET /api/v3/docs/static/${file}`),
      'GET|POST /api/v3',
      'GET|POST /api/v3/*',
      'GET /*',
    ],
  ],
  [ofOperators, ['livez', 'readyz', 'metrics'].map(path => `GET /${path}`)],
]

/** The operators' routes, which each process has. */
const inEach = lines.at(-1)?.[1] ?? []

/** The built files of the console, each of which is a route. */
function consoleFiles(): string[] {
  const folder = fileURLToPath(new URL('../../../apps/console/dist', import.meta.url))
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  return names
    .filter(entry => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map(entry => `${entry.parentPath.slice(folder.length)}/${entry.name}`)
}

/** The calls of the typed client, and those that the contract exports by themselves, such as downloads. */
const allCalls = [...Object.values(contract.calls), ...Object.values(contract).filter(isCall)] as Call[]

function isCall(exported: unknown): boolean {
  return typeof exported === 'object' && exported !== null && 'operationId' in exported
}

const apiCalls: Route[] = allCalls.flatMap(call => {
  const [method = '', path = ''] = call.route.split(' ')
  const isOpen = call.allow === 'anybody' || call.allow === 'optional_user'
  const bodyBytes = call.parts ? mebibyte : (call.bodyLimitBytes ?? (isOpen ? openBytes : userBytes))
  const paths = call.trailingSlash ? [path, `${path}/`] : [path]
  return paths.map(path => ({ ...ofUsers, method, path: withoutPatterns(`/api/v3${path}`), bodyBytes, call }))
})

const absent: Route[] = contract.absentCalls.map(({ method, path }) => ({
  ...ofUsers,
  method,
  path: withoutPatterns(`/api/v3${path}`),
}))

/** Every route of every process. The console's files are one route here, since all are served alike. */
export const routes: Route[] = [
  ...lines.flatMap(([shape, all]) => all.flatMap(line => routesOf(line, shape))),
  ...inEach.flatMap(line => routesOf(line, { ...ofOperators, process: 'api' })),
  ...routesOf('GET /sw.js', ofAnybody),
  ...apiCalls,
  ...absent,
]

/** Methods that need no row: HEAD is GET, and a route for all methods is one for GET and POST. */
const withRows = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const mostOfARow = 4

/** Returns the names in the table of a route as Fastify registers it. Files of the console need no row. */
export function namesIn(method: string | string[], url: string): string[] {
  const path = withoutPatterns(url)
  if (consoleFiles().includes(path) && path !== '/sw.js') return []
  const methods = [method].flat()
  const named = methods.length > mostOfARow ? ['GET', 'POST'] : methods.filter(one => withRows.has(one))
  return named.map(method => nameOf({ method, path }))
}

/** Returns a path without what its parameters have to look like. */
function withoutPatterns(path: string): string {
  return path.replace(/\((?:[^()]|\([^()]*\))*\)/g, '')
}

export function nameOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** The adapters' paths differ only in the reader of the body. */
export const adapterNames = [...adapters.map(({ name }) => name), 'slack']
