import { appLimits, calls, userLimits } from '@posthorn/contract'
import { type App, hasLookalike, createApp as storeApp } from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import { isSystemAdmin } from '../../http/rights/rights.js'
import { switchedOff } from '../../http/rights/switches.js'
import { serve } from '../../http/serve-calls.js'
import { appObject } from '../../objects/app-object.js'
import { refused } from '../../refusals/refused.js'
import { folded, validateProfile } from '../users/validate-user.js'
import { whyNotRegistering } from './authorize-manager.js'
import { choicesOf, validateChoices } from './choices.js'
import { logChange } from './log-change.js'

const attempts = 5
const suffixLength = 6

/**
 * Returns user names for an app's bot, best first: the app's name in the characters of user names, then with
 * suffixes.
 */
function botNames(appName: string): string[] {
  const plain = appName
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, userLimits.usernameChars - suffixLength - 1)
  const stem = plain === '' ? 'app' : plain
  const suffixed = Array.from({ length: attempts }, () => `${stem}-${newSecret().slice(0, suffixLength)}`)
  return [stem, ...suffixed].filter(username => validateProfile({ username }) === undefined)
}

export const createApp = serve(calls.createApp, async context => {
  const { deps, caller, body } = context
  if (switchedOff(deps, 'EnableOAuthServiceProvider')) return refused('register_off')
  const closed = whyNotRegistering(deps, caller.user)
  if (closed) return closed
  const choices = choicesOf(body)
  const mistake = validateChoices(choices)
  if (mistake) return refused(mistake)
  if (choices.isTrusted && !isSystemAdmin(caller.user))
    return refused('no_permission_api', 'Only a system administrator can make an app trusted.')
  const secret = body.is_public ? '' : newSecret()
  for (const username of botNames(choices.name)) {
    if (secret !== '' && (await hasLookalike(deps.db, folded(username)))) continue
    const credentials = secret === '' ? undefined : { secret, bot: { id: newId(), username } }
    const origin = { id: newId(), creatorId: caller.user.id, nowMs: deps.nowMs() }
    const made = await storeApp(deps.db, { ...choices, ...origin, credentials }, appLimits.mostPerUser)
    if (made === 'too_many_apps') return refused(made)
    if (made !== 'username_taken') return answer(made)
  }
  throw new Error('no user name is free for the bot')

  function answer(app: App) {
    logChange(context, 'app registered', app)
    return appObject(app, secret)
  }
})
