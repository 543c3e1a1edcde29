import type { User } from '@posthorn/db'

type NotifyProps = Record<string, string>

/**
 * What a user is told of as long as nothing else is chosen. Only what differs is stored: whoever has words
 * of their own in the row is looked for in every post.
 */
function usual({ username }: Pick<User, 'username'>): NotifyProps {
  return {
    channel: 'true',
    desktop: 'all',
    desktop_sound: 'true',
    email: 'true',
    first_name: 'false',
    mention_keys: `${username},@${username}`,
    push: 'mention',
  }
}

/** All of a user's notification settings. */
export function wholeNotifyProps(user: Pick<User, 'username' | 'notifyProps'>): NotifyProps {
  return { ...usual(user), ...user.notifyProps }
}

/** Those of the given ones that are not as usual. */
export function ownNotifyProps(user: Pick<User, 'username'>, given: NotifyProps): NotifyProps {
  const asUsual = usual(user)
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => asUsual[name] !== value))
}
