import type { Payload } from '../payload/payload.js'

/** How a hook's posts look: the current override settings, and the hook's display name and id. */
export type Appearance = {
  hookDisplayName: string
  hookId?: string | undefined
  /** Whether a user sends by a token. The posts look like those of bots. `hookDisplayName` is the user's name. */
  isUser?: boolean
  overrideUsername: boolean
  overrideIcon: boolean
}

/** The name on a post if the sender cannot, or does not, choose one (docs/behaviour.md, posts). */
const defaultUsername = 'webhook'

/** Returns the name on a post whose sender chooses none. */
function nameWithout({ isUser, hookDisplayName }: Appearance): string {
  return isUser ? hookDisplayName : defaultUsername
}

/** Returns the props of every post of a delivery (docs/behaviour.md, posts). */
export function baseProps(payload: Payload, look: Appearance): Record<string, unknown> {
  const props: Record<string, unknown> = {
    override_username: nameWithout(look),
    ...countedProps(payload, look),
  }
  if (look.hookId !== undefined) props.webhook_id = look.hookId
  return props
}

/**
 * Returns the base props that count when attachments are grouped: all except the name if overrides are off and the hook's id,
 * for which the reference has no props. The service's own props come last, so that payloads cannot forge them.
 */
export function countedProps(payload: Payload, look: Appearance): Record<string, unknown> {
  const props: Record<string, unknown> = {
    ...payload.props,
    from_webhook: 'true',
    ...(look.isUser ? { from_bot: 'true' } : { webhook_display_name: look.hookDisplayName }),
  }
  if (look.overrideUsername) props.override_username = payload.username || nameWithout(look)
  if (look.overrideIcon && payload.iconUrl !== '') props.override_icon_url = payload.iconUrl
  return props
}
