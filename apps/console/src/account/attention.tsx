import { useMutation, useQueryClient } from '@tanstack/react-query'
import { askForPermission, hasNotifications, useShowsAlerts } from '../alerts/desktop-switch.js'
import { type Attention, saveAttention, useAttention } from '../data/preferences.js'
import { useMe } from '../data/session.js'
import { Part } from '../layout/part.js'
import { PushToggle } from '../push/push-toggle.js'
import { FormError } from '../server/states.js'
import { Toggle } from '../ui/forms/toggle.js'
import { MailChoice } from './mail-choice.js'

type Choice = { kind: Attention; isOn: boolean }

/** Stores a choice. Desktop notifications need the browser's permission as well. */
function useChoose() {
  const client = useQueryClient()
  const me = useMe()
  return useMutation({
    mutationFn: async ({ kind, isOn }: Choice) => {
      if (kind === 'desktop' && isOn && !(await askForPermission())) return 'blocked'
      await saveAttention(client, me.id, kind, isOn)
      return 'saved'
    },
  })
}

/** How Posthorn draws the user's attention. */
export function AttentionPart() {
  const stored = useAttention()
  const showsAlerts = useShowsAlerts()
  const { mutate, data, error } = useChoose()
  const toggle = (kind: Attention) => ({
    disabled: stored === undefined,
    onChange: (isOn: boolean) => mutate({ kind, isOn }),
  })
  return (
    <Part title="Notifications" about="How Posthorn notifies you of unread posts and mentions.">
      <Toggle
        label="In the tab’s title"
        checked={stored?.title ?? false}
        {...toggle('title')}
        hint="A number for mentions, a dot for other posts."
      />
      <Toggle
        label="On the tab’s icon"
        checked={stored?.icon ?? false}
        {...toggle('icon')}
        hint="A red dot for mentions, a yellow one for other posts."
      />
      <Toggle
        label="Desktop notifications"
        checked={showsAlerts}
        {...toggle('desktop')}
        disabled={stored === undefined || !hasNotifications}
        hint={
          hasNotifications
            ? 'For mentions and direct messages, while Posthorn is open. Each browser asks for your permission once. A channel’s menu can change what it notifies you about.'
            : 'Browsers show notifications only for sites that use https.'
        }
      />
      {data === 'blocked' && (
        <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-warn">
          Your browser blocks notifications from this site. Allow them in the browser’s site settings, then
          try again.
        </p>
      )}
      {error && <FormError error={error} />}
      <PushToggle />
      <MailChoice />
    </Part>
  )
}
