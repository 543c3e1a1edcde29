import { expect } from 'vitest'

/** What a person enters to log in. */
export type Account = { team: string; user: string; password: string }

/** Logs in at `url` and reads town-square, newest first. */
export async function logIn(url: string, { team, user, password }: Account) {
  const api = `${url}/api/v3`
  const login = await fetch(`${api}/users/login`, {
    method: 'POST',
    body: JSON.stringify({ name: team, login_id: user, password }),
  })
  if (!login.ok) throw new Error(`no login: ${await login.text()}`)
  const headers = { authorization: `Bearer ${login.headers.get('token')}` }
  const get = async <Answer>(path: string) =>
    (await (await fetch(`${api}${path}`, { headers })).json()) as Answer

  type Named = { id: string; name: string }
  const idOf = (name: string, all: Named[]) => all.find(one => one.name === name)?.id
  const teamId = idOf(team, Object.values(await get<Record<string, Named>>('/teams/all')))
  const channelId = idOf('town-square', await get<Named[]>(`/teams/${teamId}/channels/`))
  const page = `/teams/${teamId}/channels/${channelId}/posts/page/0/1000`
  return {
    messages: async () => {
      const { order, posts } = await get<{ order: string[]; posts: Record<string, { message: string }> }>(
        page,
      )
      return order.map(id => posts[id]?.message)
    },
  }
}

/** Logs in at `url` and changes the password. */
export async function changePassword(url: string, { team, user, password }: Account, to: string) {
  const call = (path: string, body: unknown, headers = {}) =>
    fetch(`${url}/api/v3${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const login = await call('/users/login', { name: team, login_id: user, password })
  const { id } = (await login.json()) as { id: string }
  const headers = { authorization: `Bearer ${login.headers.get('token')}` }
  const change = { user_id: id, current_password: password, new_password: to }
  expect((await call('/users/newpassword', change, headers)).status).toBe(200)
}
