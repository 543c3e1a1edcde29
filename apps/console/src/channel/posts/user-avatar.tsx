import { useQuery } from '@tanstack/react-query'
import { pictureQuery } from '../../data/pictures.js'
import { Avatar } from '../../ui/avatar.js'

type UserAvatarProps = {
  /** The id of whose picture it is, once that is known. */
  user: string | undefined
  /** By which the initials go where there is no picture. */
  name: string
  /** The address of a picture that goes before the user's. */
  icon?: string | undefined
  size?: 'sm' | 'md' | 'lg'
}

/** What a user, or a post in a user's name, looks like. */
export function UserAvatar({ user, name, icon, size }: UserAvatarProps) {
  const enabled = user !== undefined && icon === undefined
  const { data: picture } = useQuery({ ...pictureQuery(user ?? ''), enabled })
  return <Avatar name={name} src={icon ?? picture ?? undefined} {...(size && { size })} />
}
