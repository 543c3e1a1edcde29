import type { Settings } from '../settings.js'
import type { Appearance } from './props.js'

/** Limits of the posts of one delivery. */
export type Bounds = { maxPosts: number; maxHtmlBytes: number }

/** Why a delivery is not composed to its end. */
export type Unpostable = { reason: 'too_many_posts' | 'too_much_html'; detail: string }

export function boundsOf(settings: Settings): Bounds {
  return { maxPosts: settings.MaxPostsPerDelivery, maxHtmlBytes: settings.MaxHtmlBytesPerDelivery }
}

/** Returns how a hook's posts look under the current settings. `isUser`: whether a user sends by a token instead. */
export function appearanceOf(
  settings: Settings,
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
