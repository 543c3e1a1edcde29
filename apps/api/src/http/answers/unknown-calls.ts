import type { ApiServer } from '../../deps.js'

/** Has a path below the API that no call has counted and limited like a call, before it is answered as every unknown path is. */
export function unknownCalls(app: ApiServer): void {
  for (const url of ['/', '/*'])
    app.all(
      url,
      { schema: { hide: true }, onRequest: (_request, reply) => void reply.callNotFound() },
      async () => {},
    )
}
