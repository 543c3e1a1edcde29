import { maxHookDescriptionBytes, maxHookDisplayNameBytes } from '@posthorn/contract'
import { hasHiddenCharacters } from '@posthorn/core'
import type { HookChoices } from '@posthorn/db'

/** What a caller writes about a hook. */
export type ChoicesBody = {
  channel_id: string
  display_name?: string | undefined
  description?: string | undefined
  channel_locked?: boolean | undefined
  confirm?: boolean | undefined
}

/** What is written about a hook, and `otherwise` for what a sender of older calls does not know of. */
export function choicesOf(
  body: ChoicesBody,
  otherwise: Pick<HookChoices, 'confirm' | 'locked'>,
): HookChoices {
  return {
    channelId: body.channel_id,
    displayName: body.display_name ?? '',
    description: body.description ?? '',
    confirm: body.confirm ?? otherwise.confirm,
    locked: body.channel_locked ?? otherwise.locked,
  }
}

/** Why the texts about a hook are refused; undefined where they are not. A name that the hook has already stays. */
export function validateChoices(
  { display_name = '', description = '' }: ChoicesBody,
  before?: Pick<HookChoices, 'displayName'>,
) {
  if (Buffer.byteLength(display_name) > maxHookDisplayNameBytes) return 'hook_display_name_too_long'
  if (Buffer.byteLength(description) > maxHookDescriptionBytes) return 'hook_description_too_long'
  if (display_name !== before?.displayName && hasHiddenCharacters(display_name))
    return 'bad_hook_display_name'
  return undefined
}
