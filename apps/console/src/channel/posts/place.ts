import type { PostObject } from '@posthorn/contract'
import { createContext, use } from 'react'

/** Where posts are shown. Their links lead there. */
export type PostPlace = {
  /** The channel's path. */
  path: string
  /** The post in the channel that the URL links to. It stays when a thread opens. */
  linked: string | undefined
  /** Whether the posts are a thread, not a channel. */
  isThread: boolean
}

export const CurrentPlace = createContext<PostPlace>({ path: '', linked: undefined, isThread: false })

export function usePlace(): PostPlace {
  return use(CurrentPlace)
}

/** Returns the URL of a channel's screen. */
export function channelHref({ path, linked }: PostPlace): string {
  return linked ? `${path}?post=${linked}` : path
}

/** Returns the URL of a thread next to its channel, at one of its replies if given. */
export function threadHref({ path, linked }: PostPlace, root: string, reply?: string): string {
  const search = new URLSearchParams({ ...(linked && { post: linked }), ...(reply && { reply }) })
  return `${path}/thread/${root}${search.size > 0 ? `?${search}` : ''}`
}

/** Returns a post's own URL. A reply's opens its thread. */
export function postHref({ path }: PostPlace, { id, root_id: root }: PostObject): string {
  return root === '' ? `${path}?post=${id}` : `${path}/thread/${root}?reply=${id}`
}
