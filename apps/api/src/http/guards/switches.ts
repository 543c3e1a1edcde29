import type { Call, RefusalName } from '@posthorn/contract'
import type { LiveSession } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { type Refused, refused } from '../../refusals/refused.js'

type Switch = NonNullable<Call['requires']>

/** What is refused while the switch of this name is off. */
export const refusedWhenOff = {
  EnableIncomingWebhooks: 'hooks_disabled',
  EnableOAuthServiceProvider: 'oauth_off',
} as const satisfies Record<Switch, RefusalName>

/** Refuses while a switch that is needed is off; undefined when it is on, or nothing is needed. */
export function switchedOff(
  { settings }: Pick<ApiDeps, 'settings'>,
  needed: Switch | undefined,
): Refused<(typeof refusedWhenOff)[Switch]> | undefined {
  return needed === undefined || settings()[needed] ? undefined : refused(refusedWhenOff[needed])
}

/** The switch that a session needs: what apps were given works while OAuth is on, and again after that. */
export function switchOf({ isOauth }: Pick<LiveSession, 'isOauth'>): Switch | undefined {
  return isOauth ? 'EnableOAuthServiceProvider' : undefined
}
