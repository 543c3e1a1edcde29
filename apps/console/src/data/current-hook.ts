import type { HookObject } from '@posthorn/contract'
import { createContext, use } from 'react'

export const CurrentHook = createContext<HookObject | undefined>(undefined)

/** Returns the hook of the URL. For screens below a hook. */
export function useHook(): HookObject {
  const hook = use(CurrentHook)
  if (!hook) throw new Error('useHook is for screens below a hook')
  return hook
}
