import type { UserObject } from '@posthorn/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { beginSession } from '../data/session.js'

/** After a log-in: leads on to what the URL shows, when that is in the team that was named; else to that team. */
export function useEnterTeam(shown: string | undefined) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (user: UserObject, team: string) => {
    if (shown !== undefined && shown !== team) await navigate({ to: '/$team', params: { team } })
    await beginSession(client, user)
  }
}
