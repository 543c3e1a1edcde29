import type { PostObject } from '@posthorn/contract'

/** Whether a hook or a bot wrote a post, which then shows a name of its own. */
export function isFromHook({ props }: PostObject): boolean {
  return props.from_webhook === 'true'
}
