import { type NotEntered, whyNotStored } from '@posthorn/queue'
import type { ApiDeps } from '../../deps.js'
import { OverRate, type Refused, refused } from '../../refusals/refused.js'

/** Responds to a caller whose delivery was rejected by the entry point as to a sender. */
export function notEntered(
  { countLimited }: ApiDeps,
  hookId: string,
  entered: NotEntered,
): OverRate | Refused<'hooks_disabled' | 'cannot_store'> {
  switch (entered.outcome) {
    case 'switched_off':
      return refused('hooks_disabled')
    case 'limited':
      countLimited('hook', hookId)
      return new OverRate(entered.standing)
    case 'not_stored':
      return refused('cannot_store', whyNotStored[entered.why])
    default:
      return entered satisfies never
  }
}
