import { absentCalls } from '@posthorn/contract'
import type { ApiServer } from '../../deps.js'
import { refuseCall } from './refuse-call.js'

/** Answers calls of features that Posthorn does not have, whoever makes them, before anybody looks at their body. */
export function refuseAbsentCalls(app: ApiServer): void {
  for (const { method, path } of absentCalls)
    app.route({
      method,
      url: path,
      schema: { hide: true },
      onRequest: async (_request, reply) => refuseCall(reply, 'no_such_feature'),
      handler: async () => {},
    })
}
