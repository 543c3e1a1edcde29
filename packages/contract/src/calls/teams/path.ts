import { z } from 'zod'
import { Id, type inPath, params } from '../../parameters.js'

/** The path of calls about one team. A segment that cannot be an ID, such as a team’s name, matches no route. */
export const teamPath = '/teams/:team(^[A-Za-z0-9]+$)'

/** A well-formed ID of no team is answered like a team that the caller cannot see, so neither is revealed. */
const team = z
  .string()
  .meta({ pattern: z.toJSONSchema(Id).pattern })
  .describe('The team’s ID.')

/** Returns the path parameters of such a call, without the team. */
export function inTeam<Name extends keyof typeof inPath = never>(...names: Name[]) {
  return params(...names).extend({ team })
}
