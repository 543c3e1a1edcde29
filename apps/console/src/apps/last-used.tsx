import { Time } from '../ui/time.js'

/** When something was used last; 0: never. */
export function LastUsed({ at }: { at: number }) {
  return at === 0 ? <>never</> : <Time at={at} form="ago" />
}
