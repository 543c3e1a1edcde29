import type { ApiServer } from '../../deps.js'

/** Counts and rate-limits unknown paths below the API like calls, before they get the usual 404. */
export function unknownCalls(app: ApiServer): void {
  for (const url of ['/', '/*'])
    app.all(
      url,
      { schema: { hide: true }, onRequest: (_request, reply) => void reply.callNotFound() },
      async () => {},
    )
}
