import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export const mattermostToken = 'q7xadmintokenofmattermost1'

const object = (id: string, more: object) => ({ id, create_at: 1_600_000_000_000, delete_at: 0, ...more })

const hooks = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    object(`hook${at}`.padEnd(26, 'x'), {
      ...{ update_at: 1_600_000_000_000, user_id: 'u'.repeat(26), team_id: 't'.repeat(26) },
      ...{ channel_id: (at === 0 ? 'z' : 'c').repeat(26), channel_locked: at === 1 },
      ...{ display_name: `Hook ${at}`, description: '', username: '', icon_url: '' },
    }),
  )

const objects: Record<string, object> = {
  [`/api/v4/users/${'u'.repeat(26)}`]: object('u'.repeat(26), { username: 'ada', roles: 'system_user' }),
  [`/api/v4/channels/${'c'.repeat(26)}`]: object('c'.repeat(26), { name: 'ops', type: 'P' }),
  [`/api/v4/teams/${'t'.repeat(26)}`]: object('t'.repeat(26), { name: 'harbour', type: 'I' }),
}

const refusal = (status_code: number, id: string, message: string) => ({
  ...{ id, message, detailed_error: '', request_id: 'r'.repeat(26), status_code },
})

type Answer = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Starts a server that answers like API v4 of Mattermost for a team with `count` hooks, of which the first is in a channel that
 * is gone. `first` may answer in its place, and returns whether it did.
 */
export async function startMattermost(count: number, first: Answer = () => false) {
  const asked: string[] = []
  const all = hooks(count)
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (first(request, response)) return
    const [status, body] = answerTo(request, all)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

function answerTo({ headers, url = '' }: IncomingMessage, all: object[]): [number, object] {
  if (headers.authorization !== `Bearer ${mattermostToken}`) {
    const message = 'Invalid or expired session, please login again.'
    return [401, refusal(401, 'api.context.session_expired.app_error', message)]
  }
  const { pathname, searchParams } = new URL(url, 'http://x')
  const found = objects[pathname]
  if (found) return [200, found]
  if (pathname !== '/api/v4/hooks/incoming')
    return [404, refusal(404, 'app.channel.get.existing.app_error', 'Unable to find the existing channel.')]
  const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))]
  return [200, all.slice(page * size, (page + 1) * size)]
}
