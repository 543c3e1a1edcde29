import type { Settings } from '../settings.js'
import type { Appearance } from './props.js'

/** What one delivery may become. */
export type Bounds = { maxPosts: number; maxHtmlBytes: number }

/** What is not composed to its end, and why. */
export type Unpostable = { reason: 'too_many_posts' | 'too_much_html'; detail: string }

export function boundsOf(settings: Settings): Bounds {
  return { maxPosts: settings.MaxPostsPerDelivery, maxHtmlBytes: settings.MaxHtmlBytesPerDelivery }
}

/** How a hook's posts look under the settings in force. */
export function appearanceOf(settings: Settings, hook: { displayName: string }): Appearance {
  return {
    hookDisplayName: hook.displayName,
    overrideUsername: settings.EnablePostUsernameOverride,
    overrideIcon: settings.EnablePostIconOverride,
  }
}

/** Why so many posts with so much HTML are more than a delivery may become; undefined where they are not. */
export function beyondBounds(
  { maxPosts, maxHtmlBytes }: Bounds,
  posts: number,
  htmlBytes: number,
): Unpostable | undefined {
  if (posts > maxPosts)
    return {
      reason: 'too_many_posts',
      detail: `This would be more than ${maxPosts} posts, the most that are taken.`,
    }
  if (htmlBytes > maxHtmlBytes)
    return { reason: 'too_much_html', detail: `This would be more than ${maxHtmlBytes} bytes of HTML.` }
  return undefined
}
