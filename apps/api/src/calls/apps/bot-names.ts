import { userLimits } from '@posthorn/contract'
import { newSecret } from '@posthorn/server'
import { validateProfile } from '../users/validate-user.js'

const attempts = 5
const suffixLength = 6

/**
 * Returns user names for an app's bot, best first: the app's name in the characters of user names, then with
 * suffixes.
 */
export function botNames(appName: string): string[] {
  const plain = appName
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, userLimits.usernameChars - suffixLength - 1)
  const stem = plain === '' ? 'app' : plain
  const suffixed = Array.from({ length: attempts }, () => `${stem}-${newSecret().slice(0, suffixLength)}`)
  return [stem, ...suffixed].filter(username => validateProfile({ username }) === undefined)
}
