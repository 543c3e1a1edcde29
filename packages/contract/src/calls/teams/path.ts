import { z } from 'zod'
import { Id, type inPath, params } from '../../parameters.js'

/** The calls about one team. What cannot be an id there, as a team's name, is an address that there is not. */
export const teamPath = '/teams/:team(^[A-Za-z0-9]+$)'

/** What looks like an id and is none is answered as a team that there is not: not everybody is told of either. */
const team = z
  .string()
  .meta({ pattern: z.toJSONSchema(Id).pattern })
  .describe('The team’s id.')

/** The parameters of such a call, beside the team. */
export function inTeam<Name extends keyof typeof inPath = never>(...names: Name[]) {
  return params(...names).extend({ team })
}
