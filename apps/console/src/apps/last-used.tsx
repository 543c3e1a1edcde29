import { Time } from '../ui/time.js'

/** When something was last used, or never for 0. */
export function LastUsed({ at }: { at: number }) {
  return at === 0 ? <>never</> : <Time at={at} form="ago" />
}
