/** The objects of API v3, as far as the console reads them. */
export type User = { id: string; username: string }
export type Team = { id: string; name: string; display_name: string }
export type Channel = { id: string; name: string; display_name: string; type: string; purpose: string }
export type Post = {
  id: string
  create_at: number
  user_id: string
  message: string
  props: Record<string, unknown>
}
export type Page = { order: string[]; posts: Record<string, Post> }

/** Why a call was of no use; `status` is 0 when no answer came. */
export type Trouble = { status: number; message: string }
export type Answer<T> = { value: T; trouble?: never } | { trouble: Trouble; value?: never }

export const logIn = (team: string, loginId: string, password: string) =>
  call<User>('/users/login', { body: { name: team, login_id: loginId, password } })

export const whoAmI = () => call<User>('/users/me')

export const paths = {
  teams: '/teams/all',
  channels: (teamId: string) => `/teams/${teamId}/channels/`,
  newestPosts: (teamId: string, channelId: string) =>
    `/teams/${teamId}/channels/${channelId}/posts/page/0/60`,
}

type Call = { body?: object; signal?: AbortSignal }

/** One call of API v3 on the server that the console came from: GET, or POST when there is a body. */
export async function call<T>(path: string, { body, signal }: Call = {}): Promise<Answer<T>> {
  try {
    const response = await fetch(`/api/v3${path}`, {
      method: body ? 'POST' : 'GET',
      // no other site can make a browser send this header
      headers: { 'x-requested-with': 'XMLHttpRequest', ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
      signal: signal ?? null,
    })
    if (response.ok) return { value: (await response.json()) as T }
    return { trouble: { status: response.status, message: reasonIn(await response.text(), response.status) } }
  } catch {
    return { trouble: { status: 0, message: 'The server does not answer.' } }
  }
}

/** The error object's `message`. Not every refusal is one: the rate limit's is plain text, a proxy's is HTML. */
function reasonIn(body: string, status: number): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown }
    if (typeof message === 'string' && message !== '') return message
  } catch {
    if (status === 429) return 'Too many calls in a short time.'
  }
  return `The server answered with status ${status}.`
}
