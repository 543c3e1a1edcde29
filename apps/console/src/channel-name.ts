import type { Channel } from './api.js'

/** Direct channels have no display name, and API v3 does not yet say who the other one is. */
export function channelName({ type, name, display_name }: Channel): string {
  if (type === 'D') return 'Direct message'
  return display_name || name
}
