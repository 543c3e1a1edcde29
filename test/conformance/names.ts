import { directName } from '@posthorn/db'

type Kind = 'user' | 'team' | 'channel' | 'hook' | 'key' | 'token' | 'client' | 'secret'

/** Derives the id of everything in the cases' world from its name. */
export function idOf(kind: Kind, name: string): string {
  return (kind + name.replaceAll(/[^a-z0-9]/g, '')).padEnd(26, '0')
}

/** Replaces the placeholders of the cases. `<HOOK>` is the key of the case's own hook. */
export function filler(hook: string): (text: string) => string {
  const key = idOf('key', hook)
  const values: [RegExp, (...names: string[]) => string][] = [
    [/<HOOK>/g, () => key],
    [/<HOOK_UPPER>/g, () => key.toUpperCase()],
    [/<HOOK_ENC>/g, () => key.charCodeAt(0).toString(16) + key.slice(1)], // follows a %
    [/<TEAM>/g, () => idOf('team', 'team-one')],
    [/<TOKEN>/g, () => idOf('token', 'admin')],
    [/<DORA>/g, () => 'dora'],
    [/<CH:(\w+)>/g, (_, name = '') => idOf('channel', name)],
    [/<U:(\w+)>/g, (_, name = '') => idOf('user', name)],
    [
      /<DM:(\w+):(\w+)>/g,
      (_, one = '', other = '') => directName({ userId: idOf('user', one), otherId: idOf('user', other) }),
    ],
  ]
  return text => values.reduce((filled, [form, value]) => filled.replace(form, value), text)
}
