import { queryOptions } from '@tanstack/react-query'
import { askForPermission, hasNotifications } from '../alerts/desktop-switch.js'
import { api } from '../data/client/api.js'

/** Over plain http, and in private windows of some browsers, there are no push notifications. */
export const hasPush = hasNotifications && 'serviceWorker' in navigator && 'PushManager' in window

/** The server's key, and whether this browser receives push notifications of this session. */
export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: async ({ signal }) => {
    const { public_key: publicKey, endpoint } = await api.getPush({ signal })
    const own = await ownSubscription()
    return { publicKey, isOn: endpoint !== '' && own?.endpoint === endpoint }
  },
})

/** Asks for permission, subscribes this browser with its push service, and registers the subscription with the server. */
export async function turnPushOn(publicKey: string): Promise<'on' | 'blocked' | 'no_service'> {
  if (!(await askForPermission())) return 'blocked'
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe() // it may be another session's
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = await pushManager.subscribe(options).catch(() => undefined)
  const { endpoint, keys } = subscription?.toJSON() ?? {}
  if (!endpoint || !keys?.p256dh || !keys.auth) return 'no_service'
  await api.subscribeToPush({ body: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } } })
  return 'on'
}

/** Ends the subscription, on the server first. */
export async function turnPushOff(): Promise<'off'> {
  await api.unsubscribeFromPush({})
  await (await ownSubscription())?.unsubscribe()
  return 'off'
}

async function ownSubscription(): Promise<PushSubscription | null | undefined> {
  if (!hasPush) return undefined
  return (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
}
