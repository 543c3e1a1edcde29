import type { PostObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { userQuery } from '../../data/users.js'
import { isFromHook } from './rows.js'

/** Who a post shows as its author. `username` is there where that is a person, to whom one can write. */
export type Author = { name: string; isBot: boolean; icon?: string | undefined; username?: string }

/** A hook's posts show the name and the icon that it chose, others their user's. */
export function useAuthor(post: PostObject): Author {
  const { data: user } = useQuery(userQuery(post.user_id))
  const username = user?.username ?? ''
  return isFromHook(post) ? hookAuthor(post.props) : { name: username, isBot: false, username }
}

/** What a hook's post shows as its author: what its payload chose. Without an icon it has the picture of the hook's creator. */
export function hookAuthor({
  override_username: name,
  override_icon_url: icon,
}: PostObject['props']): Author {
  return {
    name: typeof name === 'string' && name !== '' ? name : 'webhook',
    isBot: true,
    // others would not be loaded: the content security policy allows https only
    icon: typeof icon === 'string' && icon.startsWith('https://') ? icon : undefined,
  }
}
