import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FormError } from '../server/states.js'
import { Toggle } from '../ui/forms/toggle.js'
import { hasPush, pushQuery, turnPushOff, turnPushOn } from './push-subscription.js'

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
