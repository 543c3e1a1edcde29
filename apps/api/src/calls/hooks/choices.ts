import { maxHookDescriptionBytes, maxHookDisplayNameBytes } from '@posthorn/contract'
import { hasHiddenCharacters } from '@posthorn/core'
import type { HookChoices } from '@posthorn/db'
import { adapterNamed } from '@posthorn/formats'
import { isAddressRange } from '@posthorn/server'

/** The fields of a hook that a caller writes. */
export type ChoicesBody = {
  channel_id: string
  display_name?: string | undefined
  description?: string | undefined
  channel_locked?: boolean | undefined
  confirm?: boolean | undefined
  format?: string | undefined
  collapse?: { window_seconds: number } | undefined
  allow_from?: string[] | undefined
}

/**
 * Returns the fields of a hook that a caller wrote. `otherwise` supplies those that callers of older versions do not
 * send.
 */
export function choicesOf(
  body: ChoicesBody,
  otherwise: Pick<HookChoices, 'confirm' | 'locked' | 'format' | 'collapseSeconds' | 'allowFrom'>,
): HookChoices {
  return {
    channelId: body.channel_id,
    displayName: body.display_name ?? '',
    description: body.description ?? '',
    confirm: body.confirm ?? otherwise.confirm,
    locked: body.channel_locked ?? otherwise.locked,
    format: body.format ?? otherwise.format,
    collapseSeconds: body.collapse?.window_seconds ?? otherwise.collapseSeconds ?? 0,
    allowFrom: body.allow_from ?? otherwise.allowFrom ?? [],
  }
}

/** Returns why the texts of a hook are rejected, or undefined. A name that the hook already has is accepted. */
export function validateChoices(
  { display_name = '', description = '', format = '', allow_from = [] }: ChoicesBody,
  before?: Pick<HookChoices, 'displayName'>,
) {
  if (Buffer.byteLength(display_name) > maxHookDisplayNameBytes) return 'hook_display_name_too_long'
  if (Buffer.byteLength(description) > maxHookDescriptionBytes) return 'hook_description_too_long'
  if (display_name !== before?.displayName && hasHiddenCharacters(display_name))
    return 'bad_hook_display_name'
  if (format !== '' && !adapterNamed(format)) return 'unknown_hook_format'
  return allow_from.every(isAddressRange) ? undefined : 'bad_address_range'
}
