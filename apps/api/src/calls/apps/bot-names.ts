import { userLimits } from '@posthorn/contract'
import { newSecret } from '@posthorn/server'
import { validateProfile } from '../users/validate-user.js'

const attempts = 5
const suffixLength = 6

/** User names for an app's bot, the likeliest first: that of the app, as far as user names are spelled so, then with a suffix. */
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
