import { useSyncExternalStore } from 'react'
import { useAttention } from '../data/preferences.js'

/** Over plain http, browsers have no notifications. */
export const hasNotifications = 'Notification' in window && window.isSecureContext

const listeners = new Set<() => void>()

/** Asks for the browser's permission to show notifications. */
export async function askForPermission(): Promise<boolean> {
  const answer = await Notification.requestPermission()
  for (const listener of listeners) listener()
  return answer === 'granted'
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the user wants desktop notifications, and this browser allows them. */
export function useShowsAlerts(): boolean {
  const isAllowed = useSyncExternalStore(
    subscribe,
    () => hasNotifications && Notification.permission === 'granted',
  )
  return useAttention()?.desktop === true && isAllowed
}
