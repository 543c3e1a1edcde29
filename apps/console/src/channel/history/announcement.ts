import type { PostObject } from '@posthorn/contract'
import type { QueryClient } from '@tanstack/react-query'
import { hookPostName, isFromHook } from '../../data/posts/from-hook.js'
import { userQuery } from '../../data/users.js'
import { textLines } from './text-lines.js'

const maxCharacters = 200

/** Returns what screen readers say about an updated post or a new reply. */
export function announcementOf(post: PostObject, isEdit: boolean, client: QueryClient): string {
  const user = client.getQueryData(userQuery(post.user_id).queryKey)
  const author = isFromHook(post) ? hookPostName(post.props) : user?.username
  const text = textLines(post.html ?? '').join(' ')
  return `${author ?? 'Somebody'} ${isEdit ? 'updated a post' : 'replied'}: ${text.slice(0, maxCharacters)}`
}
