import type { Posthorn } from '../standalone/posthorn.js'
import type { Kind } from './others.js'

const lightHooks = 20
const memberHooks = 30
const hookCallsPerSecond = 30
const newcomersPerSecond = 15
const waitingPerSecond = 10
/** Two users create half of them each. */
const readsPerSecond = 8
const json = { 'content-type': 'application/json' }

type Named = { id: string; name: string }

/**
 * Creates twenty light hooks, half of which wait for the outcome, a reader, and the attacker's hooks in another channel: one of the
 * same owner, and thirty of a member.
 */
export async function seed({ firstRun }: Posthorn) {
  const { base_url: base, team: teamName, admin, user } = firstRun
  const adminToken = await logIn(base, teamName, admin)
  const token = await logIn(base, teamName, user)
  const call = caller(`${base}/api/v3`, adminToken)
  const callAsMember = caller(`${base}/api/v3`, token)
  const [team] = Object.values(await call<Record<string, Named>>('/teams/all'))
  const channels = await call<Named[]>(`/teams/${team?.id}/channels/`)
  const light = channels.find(({ name }) => name === 'town-square') as Named
  const asked = { name: 'heavy', display_name: 'heavy', type: 'O' }
  const heavy = await call<Named>(`/teams/${team?.id}/channels/create`, asked)
  const hookOf = async ({ id }: Named, confirm: boolean, create = call) => {
    const asked = { channel_id: id, display_name: 'attack', confirm }
    return (await create<{ url: string }>(`/teams/${team?.id}/hooks/incoming/create`, asked)).url
  }
  const hooks = await Promise.all(Array.from({ length: lightHooks }, (_, n) => hookOf(light, n % 2 === 0)))
  const withConfirm = hooks.filter((_, n) => n % 2 === 0)
  const without = hooks.filter((_, n) => n % 2 === 1)
  const page = `${base}/api/v3/teams/${team?.id}/channels/${light.id}/posts/page/0/10`
  return {
    hook: await hookOf(heavy, false),
    hooks: await Promise.all(Array.from({ length: memberHooks }, () => hookOf(heavy, false, callAsMember))),
    token,
    kinds: [
      sending('hooks, confirm off', '127.0.0.11', without),
      sending('hooks, confirm on', '127.0.0.12', withConfirm),
      {
        ...sending(
          'hooks, ?wait',
          '127.0.0.15',
          withConfirm.map(url => `${url}?wait=true`),
        ),
        callsPerSecond: waitingPerSecond,
      },
      {
        ...sending('hooks, a connection for each call', '127.0.0.14', without),
        callsPerSecond: newcomersPerSecond,
        connectsEachTime: true,
      },
      reading(page, [adminToken, token]),
    ],
  }
}

function sending(name: string, from: string, urls: string[]): Kind {
  const body = JSON.stringify({ text: 'Build **42** of `main` passed in 4m 12s.' })
  const calls = urls.map(url => ({ url, method: 'POST' as const, headers: json, body }))
  return { name, from, callsPerSecond: hookCallsPerSecond, calls }
}

function reading(url: string, tokens: string[]): Kind {
  const calls = tokens.map(token => ({
    url,
    method: 'GET' as const,
    headers: { authorization: `Bearer ${token}` },
  }))
  return { name: 'reads', from: '127.0.0.13', callsPerSecond: readsPerSecond, calls }
}

async function logIn(base: string, team: string, account: { username: string; password: string }) {
  const body = JSON.stringify({ name: team, login_id: account.username, password: account.password })
  const answer = await fetch(`${base}/api/v3/users/login`, { method: 'POST', headers: json, body })
  const token = answer.headers.get('token')
  if (!token) throw new Error(`no login: ${await answer.text()}`)
  return token
}

/** Makes calls with `token`: a GET, or a POST if there is a body. */
function caller(api: string, token: string) {
  return async <Answer>(path: string, body?: object) => {
    const headers = { ...json, authorization: `Bearer ${token}` }
    const options = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const answer = await fetch(api + path, options)
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
}
