import type { TeamObject } from '@posthorn/contract'
import { createContext, use } from 'react'

export const CurrentTeam = createContext<TeamObject | undefined>(undefined)

/** The team of the URL, on every screen below `/{team}`: the frame around them has found it. */
export function useTeam(): TeamObject {
  const team = use(CurrentTeam)
  if (!team) throw new Error('useTeam is for screens below /{team}')
  return team
}
