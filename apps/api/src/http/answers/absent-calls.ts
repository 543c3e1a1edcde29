import { absentCalls } from '@posthorn/contract'
import type { ApiServer } from '../../deps.js'
import { refuseCall } from './refuse-call.js'

/** Responds to calls of features that Posthorn lacks, for every caller, before reading a body. */
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
