import type { Payload } from '../payload/payload.js'

/** What decides how a hook's posts look: the override settings in force, and the hook's display name. */
export type Appearance = { hookDisplayName: string; overrideUsername: boolean; overrideIcon: boolean }

/** The name on a post when the sender may not, or does not, choose one (docs/behaviour.md, posts). */
const defaultUsername = 'webhook'

/** The props that every post of a delivery has (docs/behaviour.md, posts). */
export function baseProps(payload: Payload, look: Appearance): Record<string, unknown> {
  return { override_username: defaultUsername, ...countedProps(payload, look) }
}

/**
 * Of these, the ones that count when attachments are spread: all but the name where overriding is off, for which the
 * reference has no prop. The service's own come last: a payload cannot forge them.
 */
export function countedProps(payload: Payload, look: Appearance): Record<string, unknown> {
  const props: Record<string, unknown> = {
    ...payload.props,
    from_webhook: 'true',
    webhook_display_name: look.hookDisplayName,
  }
  if (look.overrideUsername) props.override_username = payload.username || defaultUsername
  if (look.overrideIcon && payload.iconUrl !== '') props.override_icon_url = payload.iconUrl
  return props
}
