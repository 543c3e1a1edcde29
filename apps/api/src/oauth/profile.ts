import { createHash } from 'node:crypto'
import { calls, defineCall } from '@posthorn/contract'
import type { User } from '@posthorn/db'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { getMe } from '../calls/users/read.js'
import type { ApiDeps } from '../deps.js'
import { readJson } from '../http/bodies/read-json.js'
import { prepareCalls } from '../http/prepare.js'
import { serve, serveCalls } from '../http/serve-calls.js'

/** A user as GitLab describes them to software that people log in to with it. Its ids are numbers. */
const GitLabUser = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  state: z.literal('active'),
})

const getGitLabUser = serve(
  defineCall({ ...calls.getMe, operationId: 'getGitLabUser', route: 'GET /user', answer: GitLabUser }),
  async ({ caller: { user } }) => ({
    id: numberOf(user),
    username: user.username,
    name: `${user.firstName} ${user.lastName}`.trim() || user.username,
    email: user.email,
    state: 'active' as const,
  }),
)

/** Returns a stable number for a user, of 53 bits, which every JSON parser preserves. */
function numberOf({ id }: User): number {
  return Number(createHash('sha256').update(id).digest().readBigUInt64BE() >> 11n)
}

/**
 * Below /api/v4: the token's user, for software with a setting to log in with Mattermost or GitLab. These are the
 * only calls of that version.
 */
export function profileRoutes(deps: ApiDeps): FastifyPluginAsyncZod {
  return async api => {
    readJson(api)
    await prepareCalls(api, deps)
    serveCalls(api, deps, [getMe, getGitLabUser], { hide: true })
  }
}
