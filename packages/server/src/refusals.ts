import { type AccountRefusal, accountRefusals } from './refusals/accounts.js'
import { apiRefusals } from './refusals/api.js'
import { hookRefusals } from './refusals/hooks.js'
import type { RefusalWords } from './refusals/words.js'

/** Every refusal, by the word that stands for it here. */
export const refusals: Record<HookRefusal | ApiRefusal, RefusalWords> = {
  ...hookRefusals,
  ...apiRefusals,
  ...accountRefusals,
}
export type HookRefusal = keyof typeof hookRefusals
export type ApiRefusal = keyof typeof apiRefusals | AccountRefusal
export type Refusal = HookRefusal | ApiRefusal

/** Whether this version knows the word: another one may have recorded it. */
export function isHookRefusal(reason: string): reason is HookRefusal {
  return Object.hasOwn(hookRefusals, reason)
}
