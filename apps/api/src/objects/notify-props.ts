import type { User } from '@posthorn/db'

type NotifyProps = Record<string, string>

/**
 * Default notification settings. Only differences are stored, because every post is searched for the words of each
 * user who has stored some.
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

/** Returns all of a user's notification settings. */
export function wholeNotifyProps(user: Pick<User, 'username' | 'notifyProps'>): NotifyProps {
  return { ...usual(user), ...user.notifyProps }
}

/** Returns the given settings that differ from the defaults. */
export function ownNotifyProps(user: Pick<User, 'username'>, given: NotifyProps): NotifyProps {
  const asUsual = usual(user)
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => asUsual[name] !== value))
}
