import type { calls, InputOf } from '@posthorn/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client/api.js'

type Asked = InputOf<(typeof calls.getAuthorization)['query']>

/** What the application asked for when it sent somebody here, to the letter. */
const asked = Object.fromEntries(new URLSearchParams(location.search)) as Asked

/** Who asks, for what, and whether whoever is logged in has to decide. */
export const authorizationQuery = queryOptions({
  queryKey: ['authorization'],
  queryFn: ({ signal }) => api.getAuthorization({ query: asked, signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Tells the server what was decided. It answers where to go on; a form would not get there, as `form-action` forbids it. */
export function decide(decision: 'allow' | 'deny'): Promise<{ redirect: string }> {
  return api.authorizeApp({ body: { ...asked, decision } })
}
