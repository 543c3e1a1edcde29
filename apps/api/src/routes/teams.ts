import { teamsOf } from '@posthorn/db'
import { z } from 'zod'
import { callerOf, isSystemAdmin } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { TeamObject, teamObject } from '../objects/team.js'

const TeamMap = z.record(z.string(), TeamObject)

export function teamRoutes(app: ApiServer, { db }: ApiDeps): void {
  /** The caller's own teams by id; every team for a system administrator (spec 5.3). */
  app.get('/teams/all', { schema: { response: { 200: TeamMap } } }, async request => {
    const caller = callerOf(request)
    const all = isSystemAdmin(caller)
    const teams = await teamsOf(db, all ? undefined : caller.id)
    return Object.fromEntries(teams.map(team => [team.id, teamObject(team, all)]))
  })
}
