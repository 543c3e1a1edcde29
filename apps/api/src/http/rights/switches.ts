import type { Call, RefusalName } from '@posthorn/contract'
import type { LiveSession } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { type Refused, refused } from '../../refusals/refused.js'

type Switch = NonNullable<Call['requires']>

/** Refusals while the setting of this name is off. */
export const refusedWhenOff = {
  EnableIncomingWebhooks: 'hooks_disabled',
  EnableOAuthServiceProvider: 'oauth_off',
} as const satisfies Record<Switch, RefusalName>

/** Returns a refusal while a required setting is off, or undefined. */
export function switchedOff(
  { settings }: Pick<ApiDeps, 'settings'>,
  needed: Switch | undefined,
): Refused<(typeof refusedWhenOff)[Switch]> | undefined {
  return needed === undefined || settings()[needed] ? undefined : refused(refusedWhenOff[needed])
}

/** Returns the setting that a session needs: apps' tokens work while OAuth is on, and again after a pause. */
export function switchOf({ isOauth }: Pick<LiveSession, 'isOauth'>): Switch | undefined {
  return isOauth ? 'EnableOAuthServiceProvider' : undefined
}
