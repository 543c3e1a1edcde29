import { hookPostName, type PostObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { isFromHook } from '../../data/posts/from-hook.js'
import { userQuery } from '../../data/users.js'

/** The author that a post shows. `username` is present if people can message the author. */
export type Author = { name: string; isBot: boolean; icon?: string | undefined; username?: string }

/** Returns a post's author. A hook's posts show the name and icon that the payload chose. */
export function useAuthor(post: PostObject): Author {
  const isBot = isFromHook(post)
  const { data: user } = useQuery({ ...userQuery(post.user_id), enabled: !isBot })
  const username = user?.username ?? ''
  return isBot ? hookAuthor(post.props) : { name: username, isBot, username }
}

/** Returns a hook post's author. Without an icon, it shows the picture of the hook's creator. */
export function hookAuthor(props: PostObject['props']): Author {
  const { override_icon_url: icon } = props
  return {
    name: hookPostName(props),
    isBot: true,
    // the content security policy allows only https
    icon: typeof icon === 'string' && icon.startsWith('https://') ? icon : undefined,
  }
}
