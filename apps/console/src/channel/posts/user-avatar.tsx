import { useQuery } from '@tanstack/react-query'
import { pictureQuery } from '../../data/pictures.js'
import { Avatar } from '../../ui/avatar.js'

type UserAvatarProps = {
  /** The user's id, once known. */
  user: string | undefined
  /** The name for the initials, if there is no picture. */
  name: string
  /** An icon that overrides the user's picture. */
  icon?: string | undefined
  size?: 'sm' | 'md' | 'lg'
}

/** The picture of a user, or of a post in a user's name. */
export function UserAvatar({ user, name, icon, size }: UserAvatarProps) {
  const enabled = user !== undefined && icon === undefined
  const { data: picture } = useQuery({ ...pictureQuery(user ?? ''), enabled })
  return <Avatar name={name} src={icon ?? picture ?? undefined} {...(size && { size })} />
}
