import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { askForPermission, hasNotifications } from '../alerts/desktop-switch.js'
import { api } from '../data/client/api.js'
import { FormError } from '../server/states.js'
import { Toggle } from '../ui/forms/toggle.js'

const troubles = {
  blocked:
    'Your browser blocks notifications from this site. Allow them in the browser’s site settings, then try again.',
  no_service: 'Your browser could not register with its push service. Check your connection, then try again.',
}

/** Why there can be no push notifications, else what they are. */
function hintFor(publicKey: string | undefined): string {
  if (!hasPush)
    return 'This browser does not support push notifications, or the page is not served over HTTPS.'
  if (publicKey === '') return 'This server sends no push notifications. An administrator can set them up.'
  return 'For mentions and direct messages, while Posthorn is closed everywhere. Ends when you log out.'
}

/** Turns push notifications on and off in this browser. */
export function PushToggle() {
  const client = useQueryClient()
  const { data, error: unread } = useQuery(pushQuery)
  const { mutate, variables, isPending, ...change } = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnPushOn(data?.publicKey ?? '') : turnPushOff()),
    onSettled: () => client.invalidateQueries({ queryKey: pushQuery.queryKey }),
  })
  const trouble = change.data && change.data in troubles && troubles[change.data as keyof typeof troubles]
  const error = unread ?? change.error
  return (
    <>
      <Toggle
        label="Push notifications in this browser"
        checked={isPending ? variables : (data?.isOn ?? false)}
        disabled={!hasPush || !data?.publicKey}
        onChange={isOn => isPending || mutate(isOn)}
        hint={hintFor(data?.publicKey)}
      />
      {trouble && (
        <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-warn">
          {trouble}
        </p>
      )}
      {error && <FormError error={error} />}
    </>
  )
}

/** Over plain http, and in private windows of some browsers, there are no push notifications. */
const hasPush = hasNotifications && 'serviceWorker' in navigator && 'PushManager' in window

/** The server's key, and whether this browser receives push notifications of this session. */
const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: async ({ signal }) => {
    const { public_key: publicKey, endpoint } = await api.getPush({ signal })
    const own = await ownSubscription()
    return { publicKey, isOn: endpoint !== '' && own?.endpoint === endpoint }
  },
})

/** Asks for permission, subscribes this browser with its push service, and registers the subscription with the server. */
async function turnPushOn(publicKey: string): Promise<'on' | 'blocked' | 'no_service'> {
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
async function turnPushOff(): Promise<'off'> {
  await api.unsubscribeFromPush({})
  await (await ownSubscription())?.unsubscribe()
  return 'off'
}

async function ownSubscription(): Promise<PushSubscription | null | undefined> {
  if (!hasPush) return undefined
  return (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
}
