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

/** Limits of the posts of one delivery. */
export type Bounds = { maxPosts: number; maxHtmlBytes: number }

/** The settings that decide about the posts of a delivery. */
type PostSettings = {
  MaxPostsPerDelivery: number
  MaxHtmlBytesPerDelivery: number
  EnablePostUsernameOverride: boolean
  EnablePostIconOverride: boolean
}

/** Why a delivery is not composed to its end. */
export type Unpostable = { reason: 'too_many_posts' | 'too_much_html'; detail: string }

export function boundsOf(settings: PostSettings): Bounds {
  return { maxPosts: settings.MaxPostsPerDelivery, maxHtmlBytes: settings.MaxHtmlBytesPerDelivery }
}

/** Returns how a hook's posts look under the current settings. `isUser`: whether a user sends by a token instead. */
export function appearanceOf(
  settings: PostSettings,
  hook: { id?: string; displayName: string; isUser?: boolean },
): Appearance {
  return {
    hookDisplayName: hook.displayName,
    hookId: hook.isUser ? undefined : hook.id,
    isUser: hook.isUser === true,
    overrideUsername: settings.EnablePostUsernameOverride,
    overrideIcon: settings.EnablePostIconOverride,
  }
}

/** Returns why this number of posts and bytes of HTML exceeds a delivery's limits; undefined if it does not. */
export function beyondBounds(
  { maxPosts, maxHtmlBytes }: Bounds,
  posts: number,
  htmlBytes: number,
): Unpostable | undefined {
  if (posts > maxPosts)
    return {
      reason: 'too_many_posts',
      detail: `The payload would become more than ${maxPosts} posts.`,
    }
  if (htmlBytes > maxHtmlBytes)
    return {
      reason: 'too_much_html',
      detail: `The payload's posts would have more than ${maxHtmlBytes} bytes of HTML.`,
    }
  return undefined
}
