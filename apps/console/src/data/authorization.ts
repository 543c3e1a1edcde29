import type { calls, InputOf } from '@posthorn/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client/api.js'

type Asked = InputOf<(typeof calls.getAuthorization)['query']>

/** The application's request, unchanged. */
const asked = Object.fromEntries(new URLSearchParams(location.search)) as Asked

/** Which application asks for what, and whether the user must decide. */
export const authorizationQuery = queryOptions({
  queryKey: ['authorization'],
  queryFn: ({ signal }) => api.getAuthorization({ query: asked, signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Sends the decision. The server returns the redirect, because `form-action` blocks a form. */
export function decide(decision: 'allow' | 'deny'): Promise<{ redirect: string }> {
  return api.authorizeApp({ body: { ...asked, decision } })
}
