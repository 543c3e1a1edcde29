import type { TeamObject } from '@posthorn/contract'
import { createContext, use } from 'react'

export const CurrentTeam = createContext<TeamObject | undefined>(undefined)

/** Returns the team of the URL. For screens below `/{team}`, whose frame has loaded it. */
export function useTeam(): TeamObject {
  const team = use(CurrentTeam)
  if (!team) throw new Error('useTeam is for screens below /{team}')
  return team
}
