import { hookPostName, type PostObject } from '@posthorn/contract'
import type { QueryClient } from '@tanstack/react-query'
import { isFromHook } from '../../data/posts/from-hook.js'
import { userQuery } from '../../data/users.js'
import { textLines } from './text-lines.js'

const maxCharacters = 200

const verbs = { update: 'updated a post', reply: 'replied', post: 'wrote' }

/** Returns what screen readers say about an updated post, a new reply or a new post. */
export function announcementOf(post: PostObject, what: keyof typeof verbs, client: QueryClient): string {
  const user = client.getQueryData(userQuery(post.user_id).queryKey)
  const author = isFromHook(post) ? hookPostName(post.props) : user?.username
  const text = textLines(post.html ?? '').join(' ')
  return `${author ?? 'Somebody'} ${verbs[what]}: ${text.slice(0, maxCharacters)}`
}
