import {
  maxChannelDisplayNameLength,
  maxChannelHeaderLength,
  maxChannelPurposeLength,
} from '@posthorn/contract'
import { hasHiddenCharacters } from '@posthorn/core'

/** The fields of a channel that people write. */
export type ChannelTexts = { name: string; displayName: string; header: string; purpose: string }

/** Returns the first mistake in these fields. `before` is the channel's display name, which may stay. */
export function validateChannelTexts({ name, displayName, header, purpose }: ChannelTexts, before?: string) {
  if (displayName === '' || characters(displayName) > maxChannelDisplayNameLength)
    return 'bad_channel_display_name'
  if (displayName !== before && hasHiddenCharacters(displayName)) return 'bad_channel_display_name'
  if (!/^(?=.{2,64}$)[a-z0-9]+([-_]+[a-z0-9]+)*$/.test(name)) return 'bad_channel_name'
  return validateHeaderAndPurpose({ header, purpose })
}

/** Checks the same fields of a channel without a name of its own. */
export function validateHeaderAndPurpose({ header, purpose }: Pick<ChannelTexts, 'header' | 'purpose'>) {
  if (characters(header) > maxChannelHeaderLength) return 'header_too_long'
  return characters(purpose) > maxChannelPurposeLength ? 'purpose_too_long' : undefined
}

const characters = (text: string) => Array.from(text).length
